//! All SQL of Gatemaster, and nothing but SQL

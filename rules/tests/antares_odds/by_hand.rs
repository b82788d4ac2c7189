//! Small cases whose chances are sums on paper.

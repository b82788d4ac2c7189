//! Morale tests, rally and rout (T-MOR-1 to T-MOR-5).

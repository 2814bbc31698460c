"""Path-traced photos of tiles on a table."""

"""Start grids: making, checking, and the records among them."""

"""Pictures of grids, moves and solutions, stands and markets."""

"""Reading grids from photos of cards and boards."""

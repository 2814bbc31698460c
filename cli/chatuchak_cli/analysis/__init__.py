"""Difficulty: of one grid, of a ranking, of many random grids."""

"""The puzzle: solving a grid, hints, checking a solution, all solutions."""

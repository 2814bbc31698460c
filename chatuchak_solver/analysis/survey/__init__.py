"""Surveys: many random grids, solved and kept in one SQLite file."""

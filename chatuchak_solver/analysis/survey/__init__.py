"""Surveys of many random grids, stored in an SQLite file."""

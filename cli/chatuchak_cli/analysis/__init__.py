"""Difficulty of grids."""

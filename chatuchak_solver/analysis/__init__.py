"""Difficulty, all optimal solutions, ranking and surveys."""

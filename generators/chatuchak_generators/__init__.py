"""Generators of rule-valid start grids, tile sets, decks and setups."""

"""The market stand card game: cards, stands, scoring and the search for the best stand."""

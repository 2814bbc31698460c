"""Market stands: placements, plans, pictures, decks and scores."""

"""The user's box of game data."""

"""The commands of the market stand game."""

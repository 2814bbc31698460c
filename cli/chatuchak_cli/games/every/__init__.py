"""The commands that every game has; each module makes its command for one game."""

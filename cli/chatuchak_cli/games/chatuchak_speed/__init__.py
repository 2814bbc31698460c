"""The commands of the speed game."""

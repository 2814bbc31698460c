"""The commands of River Market."""

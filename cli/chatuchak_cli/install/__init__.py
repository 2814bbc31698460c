"""Commands that prepare an installation."""

"""The version, for packaging and the program."""

__version__ = "1.0.0"

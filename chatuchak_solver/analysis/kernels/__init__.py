"""Compiled loops of the analysis on integers and arrays."""

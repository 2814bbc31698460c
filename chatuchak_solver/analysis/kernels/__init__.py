"""Compiled loops of the analysis; they take and return plain integers and arrays."""

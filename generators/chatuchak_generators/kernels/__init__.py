"""Compiled inner loops of the generators."""

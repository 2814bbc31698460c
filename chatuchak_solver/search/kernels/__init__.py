"""Compiled search kernels on integers and arrays."""

"""Compiled kernels of the market stand."""

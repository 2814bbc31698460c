"""Compiled kernels of the market stand: plain integers and arrays, below the friendly API."""

"""Compiled search kernels: plain integers and arrays in, plain integers and arrays out."""

"""Compilation of kernels: decorators, cache, precompiled code and numba internals."""

"""Compilation of kernels: the decorator, the cache, precompiled code, numba's private parts."""

"""The solver of the page: the library's own kernels as one WebAssembly module.

`exports` says what the module can do, `compiler` makes it of what numba compiles, and the page's
``solver/module.js`` is its host. ``make module`` builds it anew.
"""

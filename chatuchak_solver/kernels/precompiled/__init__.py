"""Kernels shipped as LLVM intermediate code (``*.ll.xz``), for a quick first use.

Four fifths of numba's compile time are independent of the machine: type inference and code
generation. The package ships their result; the first use compiles it for the local processor and
caches the machine code. Loading it needs no numba.

Used only if the kernels' sources match byte for byte and the installed LLVM can read the code.
Otherwise numba compiles the same kernels from source, with the same results. ``tools/kernels/``
builds the code; a test detects outdated files.
"""

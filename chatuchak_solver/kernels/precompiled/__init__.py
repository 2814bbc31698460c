"""Kernels that are shipped as intermediate code, so that a first use is quick.

Of the time that numba takes for kernels, four fifths go to the types of Python code and to
writing it down for LLVM, the same on every machine. So the package ships what comes out of that
(LLVM's intermediate code, ``*.ll.xz``, no machine code); here the rest is done, for the processor
at hand, on first use, and kept with the other compiled kernels. Loading that needs no numba.

It is used only if the kernels' sources are those that it was made of, byte for byte, and where
this LLVM can read it; otherwise numba compiles the same kernels from their sources, with the same
answers. ``tools/kernels/`` makes it; a test tells when that is due.
"""

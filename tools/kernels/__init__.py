"""Build tools for shipped kernels; for maintainers, not part of any wheel.

``make kernels`` builds LLVM's intermediate code (``chatuchak_solver/kernels/precompiled/*.ll.xz``).
``make module`` builds the page's WebAssembly.

`codegen` converts code from numba; `build` runs it in separate processes. Decorators
(`chatuchak_solver.kernels.jit.precompiled`) declare the kernels with precompiled code, `page` the
exports for the page. Files are outdated if the source hash in their provenance differs.
"""

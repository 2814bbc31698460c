"""Build tools for shipped kernels; for maintainers, not part of any wheel.

``make kernels`` builds LLVM's intermediate code (``chatuchak_solver/kernels/precompiled/*.ll.xz``),
compiled on the user's machine at first use. ``make module`` builds the page's WebAssembly.

`numba_code` extracts code from numba; `native` and `webassembly` convert it; `build` runs both in
separate processes. `shipped` lists the kernels shipped as intermediate code, `page` the exports for
the page. Files are outdated if the source hash in their provenance differs; tests check it.
"""

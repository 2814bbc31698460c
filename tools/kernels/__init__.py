"""The one place that makes what is shipped of kernels; for maintainers, and in no wheel.

``make kernels`` makes LLVM's intermediate code
(``chatuchak_solver/kernels/precompiled/*.ll.xz``), which users' machines translate when it is first
used; ``make module`` makes the page's WebAssembly.

`numba_code` takes from numba what both are made of; `native` and `webassembly` bring it into their
forms, in a process of its own (`build`). `shipped` says which kernels are shipped as intermediate
code, `page` what the page can call. What either is made of is told by one stamp,
`chatuchak_solver.kernels.sources`, kept with it; tests ask for it to be made again.
"""

"""The library's kernels in the page's modules: `solver` and `photo`, one WebAssembly module each.

``static/solver/module.js`` calls the kernels by the types of their annotations (`web_module`).
"""

"""The library's kernels in the page's modules: `solver` and `photo`, one WebAssembly module each.

``static/solver/module.js`` calls them by the types of their annotations (`web_module`).
"""

"""Exports for the page: `solver` and `photo` are one WebAssembly module each.

Functions of addresses and integers around the library's kernels; their hosts are
``static/solver/module.js`` and ``static/photo/reader.js``.
"""

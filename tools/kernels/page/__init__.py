"""What the page can call: `solver` and `photo` are one WebAssembly module each.

They are functions of addresses and integers around the library's own kernels; the page's
``static/solver/module.js`` and ``static/photo/reader.js`` are their hosts.
"""

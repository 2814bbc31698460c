"""Kernels of the cover search.

- `node_layout`, `workspace`: rows of numbers, and the shared arrays
- `nodes`: unpacking and packing of nodes
- `pieces`, `bound`: pieces of goods, the bound and its transposition table
- `covers`, `expand`: the next card below each of its covers, and clusters side by side
- `search`: depth-first search
"""

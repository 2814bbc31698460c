"""Kernels of the cover search.

See `chatuchak_solver.stand.cover_search` for the algorithm and its bound. All kernels share one
`chatuchak_solver.stand.kernels.cover_search.workspace.Workspace`, a record of arrays of fixed
shape. One pointer compiles and runs faster than many array arguments, and the kernels allocate no
memory.

Modules, from the bottom up:

- `fields`: field indices of rows; `workspace`: the shared arrays
- `board`, `pieces`: clusters on a scratch board, and their pieces
- `bound`, `memory`: bounds on totals, and their cache
- `nodes`, `covers`: packed nodes, and positions of clusters over a card
- `meeting`, `chosen`, `outlook`: pruning by contact, by chosen clusters, and by remaining cards
- `join`, `expand`, `search`: clusters side by side, children of a node, and the depth-first search
- `keeping`: a node from some cards of a stand
"""

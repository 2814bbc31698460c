"""Kernels of the cover search: which spaces of each card later cards cover, from the top down.

`chatuchak_solver.stand.cover_search` describes the search and why its bound is sound. Kernels
share one `chatuchak_solver.stand.kernels.cover_search.workspace.Workspace`, a record of named
arrays of fixed shape: it is handed on as one pointer, which compiles and runs faster than its
arrays one by one, and nothing has to be allocated on the way.

From the bottom up: `fields` names what rows hold, `workspace` has the arrays, `board` puts
clusters on a scratch board, `pieces` counts pieces there, `bound` bounds totals, `memory`
remembers bounds, `nodes` unpacks and writes nodes, `covers` lists how clusters lie over a card,
`meeting` and `chosen` tell what a card can bring under them, `outlook` what cards after it can,
`join` lays clusters beside each other, `expand` makes a node's children, `search` goes through the
nodes, and `keeping` makes a node of cards of a stand.
"""

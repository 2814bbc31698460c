"""A* with additive pattern databases and duplicate detection.

References
----------
Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
IEEE Transactions on Systems Science and Cybernetics 4 (1968). Felner et al., "Partial-Expansion A*
with Selective Node Generation", AAAI 2012.
"""

from collections.abc import Iterator

import numpy as np

from chatuchak_solver.arguments import check_int
from chatuchak_solver.execution.limits import StopReason
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.additive_heuristic import (
    additive_heuristic,
    heuristic_tables,
    prepare_heuristic,
)
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.kernels import a_star as at
from chatuchak_solver.search.kernels.a_star import expand_best_first, fill_slots, trace_back
from chatuchak_solver.search.packed_grid import pack_grid, packable_grid

NODE_BYTES = 28
"""Two words, a link, and two slots of a hash table that is at most half full."""
DEFAULT_MEMORY_LIMIT_BYTES = 2 << 30
"""67 million nodes."""

FIRST_CAPACITY = 1 << 14
INFINITY = 1 << 30


class AStarSearch(Search):
    """A resumable A* search.

    Buckets by f and g hold the open nodes; ties on f prefer larger g, then newer nodes. Partial
    expansion never stores the children beyond the optimum, six of seven under jumps. The heuristic
    is consistent: nodes are not reopened. Deterministic, independent of slices.

    Memory is 28 bytes per stored node; full arrays double. If doubling would exceed the limit, the
    search ends: `run` returns True, and the lower bound remains valid. On the standard board a
    search stores 0.4 million nodes on average under jumps (12 MB); slides reach the default limit
    after about a minute and a proven bound of some 53 moves.

    Attributes
    ----------
    lower_bound, incumbent, expanded
        As in `chatuchak_solver.search.engine.Search`; a node counts once for each f of its
        expansions, at most three times.
    stopped_by
        ``memory`` once the memory limit has ended the search.

    Raises
    ------
    InputError
        If the memory limit has no room for the first nodes, or the grid has too many spots or
        colors (see `chatuchak_solver.search.packed_grid`).
    """

    def __init__(
        self,
        grid: Grid,
        rule: MoveRule | str = MoveRule.JUMP,
        *,
        memory_limit_bytes: int = DEFAULT_MEMORY_LIMIT_BYTES,
    ) -> None:
        least = FIRST_CAPACITY * NODE_BYTES
        check_int(memory_limit_bytes, least, name="memory limit in bytes")
        grid = packable_grid(grid, "A*")
        self._memory_limit_bytes = memory_limit_bytes
        self.lower_bound: int = additive_heuristic(grid, rule)
        if self.lower_bound == 0:
            self.incumbent = ()
        else:
            self._tables = heuristic_tables(grid, rule)
            self._state = _root_state(grid, self.lower_bound)

    @property
    def stored(self) -> int:
        """The number of stored nodes."""
        return int(self._state.cursor[at.NODES]) if self.expanded else 0

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Build the pattern databases."""
        yield from prepare_heuristic(packable_grid(grid, "A*"), rule)

    def run(self, node_budget: int) -> bool:
        """Continue for ``node_budget`` expansions; return True when proven or out of memory."""
        while not self._is_finished and node_budget > 0:
            status = expand_best_first(node_budget, self._state, self._tables)
            self._note_incumbent()
            cursor = self._state.cursor
            node_budget -= int(cursor[at.EXPANDED]) - self.expanded
            self.expanded = int(cursor[at.EXPANDED])
            self.lower_bound = int(min(cursor[at.F], cursor[at.BEST_LENGTH]))
            if status == at.NODES_FULL:
                self._grow_nodes()
        return self._is_finished

    @property
    def _is_finished(self) -> bool:
        return self.stopped_by is not None or self.is_proven

    def _note_incumbent(self) -> None:
        cursor = self._state.cursor
        length = int(cursor[at.BEST_LENGTH])
        if length < INFINITY and (self.incumbent is None or length < len(self.incumbent)):
            moves = np.zeros(length, np.uint8)
            count = trace_back(int(cursor[at.BEST_NODE]), self._state, moves)
            self.incumbent = (*map(int, moves[:count]), int(cursor[at.BEST_MOVE]))
            cursor[at.BEST_LENGTH] = len(self.incumbent)

    def _grow_nodes(self) -> None:
        capacity = 2 * self._state.links.size
        if capacity * NODE_BYTES > self._memory_limit_bytes:
            self.stopped_by = StopReason.MEMORY
            return
        # The slots are dropped first and rebuilt last: only the new arrays' bytes are in use.
        self._state = self._state._replace(slots=np.zeros(0, np.uint32))
        for name in ("words", "links"):
            old = getattr(self._state, name)
            new = np.zeros((capacity, *old.shape[1:]), old.dtype)
            new[: len(old)] = old
            self._state = self._state._replace(**{name: new})
        self._state = self._state._replace(slots=np.zeros(2 * capacity, np.uint32))
        fill_slots(int(self._state.cursor[at.NODES]), self._state.words, self._state.slots)


def _root_state(grid: Grid, heuristic: int) -> at.State:
    words = np.zeros((FIRST_CAPACITY, 2), np.uint64)
    words[0] = pack_grid(grid)
    slots = np.zeros(2 * FIRST_CAPACITY, np.uint32)
    fill_slots(1, words, slots)
    buckets = np.zeros((at.MAX_F, at.MAX_F), np.uint32)  # pages are committed on use
    buckets[heuristic, 0] = 1
    cursor = np.zeros(at.CURSOR_FIELDS, np.int64)
    cursor[[at.NODES, at.F, at.BEST_LENGTH]] = 1, heuristic, INFINITY
    links = np.zeros(FIRST_CAPACITY, np.uint32)
    return at.State(cursor, words, links, slots, buckets)

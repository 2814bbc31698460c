"""Which kernels are shipped as intermediate code, file by file."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from chatuchak_generators import guided, start_grids
from chatuchak_solver.analysis import optimal_paths, simulated_player
from chatuchak_solver.photo import patches, reading
from chatuchak_solver.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.search import goal_directed, pattern_database, regions
from chatuchak_solver.stand import annealing, cover_tree, next_card, playing_on


class File(NamedTuple):
    """A shipped file.

    Attributes
    ----------
    kernels
        What is in it.
    makes_arrays, wraps_indices
        See `tools.kernels.native.packed_code`.
    unrolls
        Whether loops are unrolled on first use: twice the time to translate. Photos are read, and
        stands annealed and proven, up to a fifth quicker for it; the goal search gains nothing.
    """

    kernels: tuple[ShippedKernel, ...]
    makes_arrays: bool = False
    wraps_indices: bool = True
    unrolls: bool = False


_NARROW, _WIDE = goal_directed.SEARCHES.values()

FILES: Final[Mapping[str, File]] = {
    "goal_narrow": File((_NARROW,), wraps_indices=False),
    "goal_wide": File((_WIDE,), wraps_indices=False),
    "regions": File((regions.LIST, regions.PLACE), makes_arrays=True, wraps_indices=False),
    "pattern_databases": File((pattern_database.ADVANCE, pattern_database.FILL_RANK_TABLES)),
    "optimal_paths": File(
        (optimal_paths.COLLECT, optimal_paths.LINK, optimal_paths.SHARE), makes_arrays=True
    ),
    "player": File(
        (
            simulated_player.PLAY,
            simulated_player.PACK_DISTANCES,
            simulated_player.FILL_PART_RANKS,
            simulated_player.PART_BITS,
        ),
        makes_arrays=True,
    ),
    "start_grids": File((start_grids.FILL,), makes_arrays=True),
    "exchanges": File((guided.EXCHANGE,), makes_arrays=True),
    "photo": File((reading.READ, patches.MEASURE), makes_arrays=True, unrolls=True),
    "cover_search": File((cover_tree.SEARCH, cover_tree.KEEP), wraps_indices=False, unrolls=True),
    "annealing": File((annealing.ANNEAL,), makes_arrays=True, unrolls=True),
    "ranking": File((next_card.RANK,), makes_arrays=True, wraps_indices=False, unrolls=True),
    "playing_on": File((playing_on.PLAY_ON,), makes_arrays=True, wraps_indices=False, unrolls=True),
}
"""What is shipped, by name."""

"""The kernels shipped as intermediate code, by file."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from chatuchak_generators import annealing as grid_annealing
from chatuchak_generators import start_grids
from chatuchak_solver.analysis import optimal_paths, simulated_player
from chatuchak_solver.kernels.precompiled.shipped_kernel import PrecompiledKernel
from chatuchak_solver.photo import reading
from chatuchak_solver.search import (
    a_star,
    goal_directed,
    ida_star,
    pattern_database,
    priced_beam,
    priced_heuristic,
    regions,
    spot_prices,
)
from chatuchak_solver.stand import annealing, cover_tree, next_card, rollouts


class File(NamedTuple):
    """A shipped file.

    Attributes
    ----------
    kernels
        The kernels.
    makes_arrays, wraps_indices
        See `tools.kernels.native.packed_code`.
    unrolls
        Whether to unroll loops at first use, which doubles the compile time. Speeds up photos,
        stand annealing and proofs by up to a fifth; no gain for the goal search.
    """

    kernels: tuple[PrecompiledKernel, ...]
    makes_arrays: bool = False
    wraps_indices: bool = True
    unrolls: bool = False


_NARROW, _WIDE = goal_directed.SEARCHES.values()
_DEPTH_FIRST, _DEPTH_FIRST_WIDE = ida_star.SEARCHES.values()
_ADVANCE, _ADVANCE_WIDE = pattern_database.ADVANCE.values()

FILES: Final[Mapping[str, File]] = {
    "goal_narrow": File((_NARROW,), wraps_indices=False),
    "goal_wide": File((_WIDE,), wraps_indices=False),
    "regions": File((regions.LIST, regions.PLACE), makes_arrays=True, wraps_indices=False),
    "pattern_databases": File((_ADVANCE, pattern_database.FILL_RANK_TABLES)),
    "depth_first": File((_DEPTH_FIRST,), wraps_indices=False),
    "depth_first_wide": File((_DEPTH_FIRST_WIDE, _ADVANCE_WIDE), wraps_indices=False),
    "a_star": File((a_star.EXPAND, a_star.FILL_SLOTS, a_star.TRACE_BACK), makes_arrays=True),
    "spot_prices": File(
        (
            *(spot_prices.COSTS, spot_prices.IMPROVE),
            *(priced_heuristic.LIST_PLACEMENTS, priced_heuristic.SPREAD),
        ),
        makes_arrays=True,
    ),
    "priced_beam": File(
        (priced_beam.BEGIN, priced_beam.EXPAND, priced_beam.SELECT),
        makes_arrays=True,
        wraps_indices=False,
        unrolls=True,
    ),
    "optimal_paths": File(
        (optimal_paths.COLLECT, optimal_paths.LINK, optimal_paths.SHARE), makes_arrays=True
    ),
    "player": File((simulated_player.PLAY,), makes_arrays=True),
    "start_grids": File((start_grids.FILL,), makes_arrays=True),
    "exchanges": File((grid_annealing.EXCHANGE,), makes_arrays=True),
    "photo": File((reading.READ_TILE, reading.READ_TILES), makes_arrays=True, unrolls=True),
    "cover_search": File((cover_tree.SEARCH,), wraps_indices=False, unrolls=True),
    "annealing": File((annealing.ANNEAL,), makes_arrays=True, unrolls=True),
    "ranking": File((next_card.RANK,), makes_arrays=True, wraps_indices=False, unrolls=True),
    "rollouts": File((rollouts.ROLL_OUT,), makes_arrays=True, wraps_indices=False, unrolls=True),
}
"""Shipped files by name."""

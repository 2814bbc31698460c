"""A* at its limits: memory, growth, and the bound at the end."""

from chatuchak_solver import Grid, StopReason
from chatuchak_solver.search.a_star import NODE_BYTES, AStarSearch
from tests.unit.search.proven_searches import finish

START_GRID = ".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR"


def test_memory_limit_ends_the_search_without_a_proof() -> None:
    """The proven lower bound remains; no error and no further claim."""
    search = AStarSearch(Grid.parse(START_GRID), memory_limit_bytes=40_000 * NODE_BYTES)
    root_bound = search.lower_bound
    finish(search)
    assert search.stopped_by is StopReason.MEMORY
    assert search.incumbent is None
    assert root_bound < search.lower_bound <= 21
    assert search.stored <= 40_000
    assert search.run(1000), "a search that gave up is finished"


def test_arrays_grow_without_changing_the_search() -> None:
    """More than the first 16 thousand nodes; the length is known from another program."""
    search = AStarSearch(Grid.parse(START_GRID))
    finish(search)
    assert search.stored > 1 << 15
    assert search.incumbent is not None
    assert len(search.incumbent) == search.lower_bound == 21
    assert search.stopped_by is None


def test_bucket_queue_grows_to_solutions_far_beyond_the_first_bound() -> None:
    """A root heuristic of 2 moves and an optimum of 12 (breadth-first search)."""
    search = AStarSearch(Grid.parse(".GGRRG/GGRRRR"), "slide")
    assert search.lower_bound == 2
    finish(search)
    assert search.incumbent is not None
    assert len(search.incumbent) == search.lower_bound == 12

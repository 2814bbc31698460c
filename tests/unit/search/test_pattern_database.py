"""Pattern databases against a plain search over sets, and known histograms."""

import numpy as np
import pytest

from chatuchak_solver import pattern_database
from chatuchak_solver.puzzle import STANDARD_BOARD, Board
from chatuchak_solver.search.kernels.pattern_database import (
    advance_database,
    expand_frontier,
    seed_goals,
)
from chatuchak_solver.search.pattern_database import rank_tables, table_bytes
from tests.reference import search as reference
from tests.twins import reference_for, size_of
from tests.unit.search.proven_searches import mask_of

RULES = ("jump", "slide")


@reference_for(advance_database, seed_goals, expand_frontier)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "columns", "sizes"),
    [
        (2, 2, (2, 3)),
        (3, 3, (2, 3, 4, 5, 6, 7, 8)),
        (3, 4, (2, 3, 4, size_of(5, plain=8), 9)),
        (6, 2, (2, size_of(6, plain=7), 8)),
        (2, size_of(16, plain=8), (2, 3)),
        (4, size_of(8, plain=5), (3,)),
        (4, 4, (size_of(5, plain=4),)),
    ],
)
def test_distances_match_search(rows: int, columns: int, sizes: tuple[int, ...], rule: str) -> None:
    """Every placement of every size, on square, flat, tall and full-width boards."""
    for size in sizes:
        database = pattern_database(Board(rows, columns), size, rule)
        plain = reference.pattern_distances(rows, columns, size, rule)
        assert database.distances.size == len(plain)
        for spots, distance in plain.items():
            assert database.evaluate(mask_of(spots)) == distance


@pytest.mark.parametrize(
    ("size", "rule", "histogram"),
    [
        (6, "jump", (2018, 33613, 174037, 285992, 95742, 2373)),
        (5, "jump", (766, 11990, 54904, 64314, 10522, 10)),
        (
            6,
            "slide",
            (
                *(2018, 9692, 27442, 54402, 83145, 101472, 101694, 85042, 60111),
                *(36202, 18885, 8638, 3467, 1174, 319, 64, 8),
            ),
        ),
    ],
)
def test_standard_board_has_known_placements(
    size: int, rule: str, histogram: tuple[int, ...]
) -> None:
    """The counts that an independent program found for the game's own board."""
    database = pattern_database(STANDARD_BOARD, size, rule)
    assert database.histogram == histogram
    assert tuple(np.bincount(database.distances)) == histogram


def test_database_is_built_once_and_cannot_be_changed() -> None:
    """Searches share one database; the rule's name and the rule are the same key."""
    database = pattern_database(Board(3, 3), 4, "jump")
    assert pattern_database(Board(3, 3), 4, database.rule) is database
    with pytest.raises(ValueError, match="read-only"):
        database.distances[0] = 1


def test_the_memory_of_tables_is_known_before_they_are_made() -> None:
    board, tables = Board(3, 5), rank_tables(15)
    ranks = tables.low.nbytes + tables.high.nbytes
    assert table_bytes(15, ()) == ranks
    sizes = (2, 4)
    databases = [pattern_database(board, size, "jump").distances for size in sizes]
    assert table_bytes(15, sizes) == ranks + 2 * sum(table.nbytes for table in databases)

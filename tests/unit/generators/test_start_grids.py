"""Start grids by the rulebook's procedure; section "New start grids" of its Variants."""

from collections.abc import Sequence
from itertools import compress

import numpy as np
import pytest
from hypothesis import given

from chatuchak_generators import bulk_start_grids, generate_start_grids, start_grid, start_grids
from chatuchak_generators.kernels.start_grids import fill_start_grids
from chatuchak_generators.start_grids import BATCH_SIZE, GENERATOR_VERSION, even_counts
from chatuchak_solver import Board, Color, InputError
from tests.property.puzzle_strategies import boards
from tests.reference import puzzle as reference
from tests.reference.start_grids import Layout, Placement, reference_start_grid
from tests.twins import reference_for, some

STANDARD = Board()
SHAPES: list[tuple[Board, tuple[int, ...] | None]] = [
    (STANDARD, None),
    (STANDARD, (7, 6, 6, 5, 5)),
    (STANDARD, (8, 6, 5, 5, 5)),
    (STANDARD, (9, 8, 6, 4, 2)),
    (STANDARD, (0, 8, 7, 7, 7)),
    (Board(3, 3), None),
    (Board(4, 4), (3, 3, 3, 3, 3)),
    (Board(2, 6), None),
    (Board(4, 8), None),
    (Board(8, 4), None),
    (Board(4, 5), (3, 2, 2, 2, 2, 2, 2, 2, 2)),
]


def layout_of(letters: str) -> Layout:
    """Return a layout from one letter per spot, ``.`` for no booth yet."""
    return Layout(STANDARD, ["RYGBP".find(letter) for letter in letters])


def letters_of(layout: Layout) -> str:
    return "".join("." if color < 0 else "RYGBP"[color] for color in layout.colors)


def placed(order: str) -> tuple[Layout, list[Placement]]:
    layout = Layout(STANDARD)
    return layout, [layout.place("RYGBP".index(letter)) for letter in order]


def test_rulebook_example_of_the_blue_booth() -> None:
    # Spots 13 and 14 are free, but 13 touches a blue booth and a blue booth on 14 would be the
    # third around one spot; 15 is taken; so the blue booth is placed on 16.
    before = ".YBYGPGBGRYBP..G.............."
    assert letters_of(placed("YYBGPYGBGBRPG")[0]) == before
    layout = layout_of(before)
    assert before[7] == "B"
    assert {before[spot] for spot in (12, 14, 19)}.isdisjoint("B")
    assert layout.place(Color.BLUE) is Placement.FIRST_FIT
    assert letters_of(layout) == ".YBYGPGBGRYBP..GB............."


def test_rulebook_example_of_the_exchange_with_the_green_booth() -> None:
    # A green booth fits nowhere. It cannot replace the red one on spot 1, next to the
    # green one on 7; instead of the blue one on spot 2 it can, and that one fits elsewhere.
    before = ".RBRPBPGYBRGRBRYPRGPGBYPY.YG.Y"
    layout, placements = placed("RRBPBPRGBGYRBRYPGGRPBPYGYYY")
    assert letters_of(layout) == before
    assert layout.place(Color.GREEN) is Placement.EXCHANGE
    assert letters_of(layout) == ".RGRPBPGYBRGRBRYPRGPGBYPYBYG.Y"
    assert set(placements) == {Placement.FIRST_FIT}


def test_rule_a_holds_next_to_the_corner() -> None:
    # Two equal booths first: the second may go neither next to the first nor to spot 6.
    layout, _ = placed("RR")
    assert letters_of(layout).index("R", 2) == 3
    layout, _ = placed("RYGPBR")
    assert letters_of(layout)[6] == "."
    assert letters_of(layout)[8] == "R"


def test_the_fallback_satisfies_rules_a_and_b() -> None:
    # The third red booth on 3 x 3: rule B forbids spots 4, 6 and 8, rule C spot 7 (the third
    # around 4). It cannot take the place of the yellow booth on 1 (rule A) or of the green one
    # on 2 (rule B). So it is placed on 7.
    board = Board(3, 3)
    layout = Layout(board)
    assert [layout.place("RYG".index(letter)) for letter in "YGRR"] == [Placement.FIRST_FIT] * 4
    assert letters_of(layout) == ".YGR.R..."
    assert layout.place(Color.RED) is Placement.FALLBACK
    assert letters_of(layout) == ".YGR.R.R."


def test_a_booth_that_breaks_rules_a_and_b_everywhere_has_no_spot() -> None:
    layout = Layout(Board(2, 2))
    assert layout.place(Color.RED) is Placement.FIRST_FIT
    assert layout.place(Color.RED) is Placement.FAILED


def test_a_fallback_is_reported_and_violates_only_rule_c() -> None:
    start = start_grid(3, 6040)
    assert start.fallback
    assert reference.start_breaches(str(start.grid)) == {("C", (17, 22, 29))}


@reference_for(fill_start_grids)
@pytest.mark.parametrize(("board", "counts"), SHAPES)
def test_kernel_makes_same_grids_as_plain_steps(board: Board, counts: Sequence[int] | None) -> None:
    number = some(400)
    seed, first = 2**64 - 1, 10**12
    batch = bulk_start_grids(number, seed=seed, first=first, counts=counts, board=board)
    expected = [
        reference_start_grid(seed, first + place, counts=counts, board=board)
        for place in range(number)
    ]
    assert list(batch) == expected
    assert batch.texts() == [str(start.grid) for start in expected]
    assert batch.colors.dtype == np.int8
    assert batch.colors.shape == (number, board.spots)
    assert batch.fallback.dtype == np.bool_


def test_many_grids_satisfy_all_rules() -> None:
    batch = bulk_start_grids(100_000, seed=20)
    texts = batch.texts()
    assert not any(map(reference.start_breaches, compress(texts[:3_000], ~batch.fallback)))
    broken = [reference.start_breaches(text) for text in compress(texts, batch.fallback)]
    assert {rule for breaches in broken for rule, _ in breaches} == {"C"}
    assert 0 < batch.fallback.mean() < 0.001
    counts = np.stack([(batch.colors == color).sum(axis=1) for color in range(5)], axis=1)
    assert (counts == (6, 6, 6, 6, 5)).all()
    # Independent shuffles give one or no pair of equal grids among so many.
    assert len(set(texts)) > 99_990


def test_a_grid_depends_on_its_number_alone() -> None:
    number = 2 * BATCH_SIZE + 1
    expected = bulk_start_grids(number, seed=9).texts()
    batches = start_grids.start_grid_batches(number, seed=9, chunk=7)
    assert [text for batch in batches for text in batch.texts()] == expected
    assert [str(start_grid(9, index).grid) for index in range(number)] == expected
    assert [str(start.grid) for start in generate_start_grids(number, seed=9)] == expected
    endless = generate_start_grids(seed=9, first=58)
    assert [str(next(endless).grid) for _ in range(2)] == expected[58:60]
    batches = start_grids.start_grid_batches(seed=9, chunk=30)
    assert next(batches).texts() + next(batches).texts() == expected[:60]


def test_grids_of_this_generator_version_never_change() -> None:
    assert GENERATOR_VERSION == 1
    assert [str(start.grid) for start in generate_start_grids(2, seed=1)] == [
        ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR",
        ".RGRGR/YPYPBP/PGBYGB/YRPRYR/BYBGBG",
    ]
    assert str(start_grid(2**64 - 1, 10**18).grid) == ".GBRYR/YBGYGB/BPRBRG/GYPYPR/PGRBYP"


@pytest.mark.parametrize(
    ("board", "counts"),
    [((5, 6), (6, 6, 6, 6, 5)), ((3, 3), (2, 2, 2, 2)), ((2, 2), (3,)),
     ((4, 8), (7, 6, 6, 6, 6)), ((2, 6), (3, 2, 2, 2, 2)), ((7, 8), (8, 8, 8, 8, 8, 8, 7))],
)  # fmt: skip
def test_default_counts_are_most_even(board: tuple[int, int], counts: tuple[int, ...]) -> None:
    assert even_counts(Board(*board)) == counts


@pytest.mark.parametrize("board", [Board(2, 2), Board(2, 3)])
def test_an_impossible_board_is_given_up(board: Board) -> None:
    # Two colors on 2 x 3 would have to alternate, which rule A forbids.
    for make in (bulk_start_grids, lambda n, **rest: next(generate_start_grids(n, **rest))):
        with pytest.raises(InputError, match=f"no start grid .* on a board of {board}"):
            make(1, seed=0, board=board)


def test_the_last_index_is_in_range() -> None:
    assert len(bulk_start_grids(1, seed=0, first=2**63 - 1)) == 1
    assert len(bulk_start_grids(0, seed=0)) == 0


@given(boards)
def test_even_counts_fill_every_board(board: Board) -> None:
    counts = even_counts(board)
    assert sum(counts) == board.spots - 1
    assert max(counts) - min(counts) <= 1
    assert min(counts) >= 2

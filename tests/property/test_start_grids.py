"""Start grids on any board, with any counts and any seed."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from chatuchak_generators.random_stream import MAX_SEED
from chatuchak_generators.start_grids import bulk_start_grids, even_counts
from chatuchak_solver import Board, InvalidInstanceError
from tests.property.puzzle_strategies import boards, counts_for
from tests.reference.puzzle import start_breaches
from tests.reference.start_grids import reference_start_grid

seeds = st.integers(0, MAX_SEED)
small_boards = boards.filter(lambda board: board.spots <= 20)
"""On larger ones the plain steps take seconds."""


@settings(max_examples=10)
@given(small_boards, st.data(), seeds, st.integers(0, 2**40))
def test_kernel_agrees_with_plain_steps(
    board: Board, data: st.DataObject, seed: int, first: int
) -> None:
    counts = data.draw(counts_for(board.spots - 1))
    try:
        batch = bulk_start_grids(2, seed=seed, first=first, counts=counts, board=board)
    except InvalidInstanceError:
        assume(False)  # impossible counts, such as three booths of one color on 2 x 2
    singly = [
        reference_start_grid(seed, first + number, counts=counts, board=board)
        for number in range(2)
    ]
    assert list(batch) == singly
    for start in singly:
        assert start.grid.counts == counts
        broken = {rule for rule, _ in start_breaches(str(start.grid))}
        assert broken <= ({"C"} if start.fallback else set())


@given(boards)
def test_even_counts_fill_every_board(board: Board) -> None:
    counts = even_counts(board)
    assert sum(counts) == board.spots - 1
    assert max(counts) - min(counts) <= 1
    assert min(counts) >= 2

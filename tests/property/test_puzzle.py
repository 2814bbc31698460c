"""The puzzle's values, on arbitrary boards and counts, against the reference implementation."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver import Board, Color, Grid, InputError, MoveRule, replay, start_violations
from chatuchak_solver.analysis.kernels.move_kinds import MOVE_KINDS, NO_SPOT, kind_of
from chatuchak_solver.puzzle.kernels.start_rules import START_RULES
from chatuchak_solver.puzzle.notation import iter_grids
from chatuchak_solver.puzzle.symmetry import board_symmetries, canonical_form
from tests.property.puzzle_strategies import boards, grids, rules
from tests.reference import puzzle as reference

near_notation = st.text(alphabet="RYGBPrygbp./ \n#xö\0", max_size=60)


@given(grids())
def test_notation_round_trip(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid
    assert eval(repr(grid), {"Grid": Grid}) == grid


@given(grids(), st.data())
def test_notation_is_read_in_every_layout(grid: Grid, data: st.DataObject) -> None:
    # Rows on separate lines, blanks anywhere and lower case are the same grid.
    breaks = data.draw(st.sampled_from(["/", "\n", " / ", "\r\n"]))
    gap = data.draw(st.sampled_from(["", " ", "\t"]))
    text = breaks.join(gap.join(row) for row in str(grid).split("/"))
    if data.draw(st.booleans()):
        text = text.lower()
    assert Grid.parse(text) == grid


@given(st.one_of(st.text(), near_notation))
def test_any_text_splits_into_grids(text: str) -> None:
    lines = text.splitlines()
    previous = 0
    for number, part in iter_grids(text.splitlines()):
        assert previous < number <= len(lines)
        assert part.strip()
        previous = number


@given(st.lists(grids(), max_size=5), st.booleans())
def test_several_grids_split_again(many: list[Grid], as_blocks: bool) -> None:
    texts = [str(grid).replace("/", "\n") if as_blocks else str(grid) for grid in many]
    found = list(iter_grids("\n\n".join(texts).splitlines()))
    assert [Grid.parse(text) for _, text in found] == many


@given(grids(), rules)
def test_moves_match_the_reference(grid: Grid, rule: MoveRule) -> None:
    after = {spot: str(grid.move(spot, rule)) for spot in grid.legal_moves(rule)}
    assert after == reference.successors(str(grid), rule)
    assert list(after) == sorted(after)


@given(grids(), rules)
def test_a_move_back_undoes_a_move(grid: Grid, rule: MoveRule) -> None:
    for spot in grid.legal_moves(rule):
        moved = grid.move(spot, rule)
        assert moved.counts == grid.counts
        assert moved.move(grid.empty, rule) == grid


@given(grids(), rules)
def test_every_other_move_is_refused(grid: Grid, rule: MoveRule) -> None:
    for spot in set(range(-2, grid.board.spots + 2)) - set(grid.legal_moves(rule)):
        with pytest.raises(InputError, match="expected a legal"):
            grid.move(spot, rule)


@given(grids())
def test_groups_match_the_reference(grid: Grid) -> None:
    for color in Color:
        pieces = reference.pieces(str(grid), color.letter)
        groups = grid.groups(color)
        assert sorted(map(sorted, groups)) == sorted(sorted(p) for p in pieces if len(p) >= 2)
        assert [len(group) for group in groups] == sorted(map(len, groups), reverse=True)
        assert {frozenset({s}) for s in grid.singles(color)} == {
            frozenset(piece) for piece in pieces if len(piece) == 1
        }
    assert grid.is_solved == reference.solved(str(grid))


@given(grids())
def test_start_violations_are_those_of_the_plain_checker(grid: Grid) -> None:
    found = [(violation.rule, violation.spots) for violation in start_violations(grid)]
    assert len(found) == len(set(found))
    assert set(found) == reference.start_breaches(str(grid))
    order = [START_RULES.index(rule) for rule, _ in found]
    assert order == sorted(order)


@given(grids(), st.lists(st.integers(0, 100), min_size=1, max_size=6))
def test_kinds_of_moves_match_the_reference(grid: Grid, choices: list[int]) -> None:
    before, empty = None, NO_SPOT
    for choice in choices:
        moves = grid.legal_moves()
        spot = moves[choice % len(moves)]
        color = grid.color_at(spot)
        assert color is not None
        own, near = grid.color_masks[color], grid.board.neighbor_masks
        kind = MOVE_KINDS[kind_of(own, spot, grid.empty, empty, near)]
        assert kind == reference.move_kind(before, str(grid), spot)
        before, empty, grid = str(grid), grid.empty, grid.move(spot)


@given(boards)
def test_symmetries_form_a_group(board: Board) -> None:
    symmetries = board_symmetries(board)
    assert len(set(symmetries)) == (8 if board.rows == board.columns else 4)
    assert symmetries[0] == tuple(range(board.spots))
    for first in symmetries:
        for second in symmetries:
            assert tuple(first[image] for image in second) in symmetries


@given(grids(), rules)
def test_symmetries_commute_with_moves(grid: Grid, rule: MoveRule) -> None:
    for symmetry in board_symmetries(grid.board):
        image = reference.apply_symmetry(grid, symmetry)
        for spot in grid.legal_moves(rule):
            moved = reference.apply_symmetry(grid.move(spot, rule), symmetry)
            assert moved == image.move(symmetry[spot], rule)
        assert image.is_solved == grid.is_solved


@given(grids(), st.data())
def test_canonical_form_is_the_same_for_every_twin(grid: Grid, data: st.DataObject) -> None:
    # A twin: any symmetry of the board, then any renaming of equally frequent colors.
    image = reference.apply_symmetry(grid, data.draw(st.sampled_from(board_symmetries(grid.board))))
    names = data.draw(st.permutations(range(len(image.counts))))
    masks = [0] * len(image.counts)
    for count in set(image.counts):
        old = [color for color, other in enumerate(image.counts) if other == count]
        new = [color for color in names if image.counts[color] == count]
        for before, after in zip(old, new, strict=True):
            masks[after] = image.color_masks[before]
    twin = Grid(image.board, tuple(masks), image.empty)
    assert canonical_form(twin) == canonical_form(grid)
    assert canonical_form(canonical_form(grid)) == canonical_form(grid)
    assert canonical_form(grid).counts == grid.counts


@given(grids(board=Board(2, 3)), grids(board=Board(2, 3)))
def test_canonical_forms_differ_unless_the_grids_are_twins(first: Grid, second: Grid) -> None:
    twins = {
        "".join(renaming[letter] for letter in reference.apply_symmetry(first, symmetry).letters)
        for symmetry in board_symmetries(first.board)
        for renaming in _renamings(first)
    }
    assert (canonical_form(first) == canonical_form(second)) == (second.letters in twins)


def _renamings(grid: Grid) -> list[dict[str, str]]:
    """Return every renaming of colors that preserves the counts."""
    renamings = []
    for order in permutations(grid.colors):
        pairs = list(zip(grid.colors, order, strict=True))
        if all(grid.counts[old] == grid.counts[new] for old, new in pairs):
            renaming = {old.letter: new.letter for old, new in pairs}
            renamings.append({**renaming, ".": "."})
    return renamings


@given(grids(), rules, st.lists(st.integers(0, 31), max_size=6))
def test_replay_agrees_with_single_moves(grid: Grid, rule: MoveRule, moves: list[int]) -> None:
    position = grid
    try:
        for move in moves:
            position = position.move(move, rule)
    except InputError:
        with pytest.raises(InputError):
            replay(grid, moves, rule=rule)
    else:
        assert replay(grid, moves, rule=rule) == position.is_solved

"""Input of the cover search kernels: the cards, and the visible options of remaining cards."""

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from operator import and_, or_

import numpy as np

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.stand.bound import Goods, scoring_goods
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace, make_workspace
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, KIND_MASK
from chatuchak_solver.stand.visible_pieces import (
    CARD_SPACES,
    MAX_LATER_CARDS,
    PieceOptions,
    coarsen,
    combine_options,
    piece_options,
    piece_sizes,
    spaces_of,
    spaces_with_mice,
    unpack_pieces,
)


def make_task(
    problem: StandProblem, choices: Sequence[Announcement], *, stop: Stop | None = None
) -> tuple[Workspace, States]:
    """Return the workspace and the visible options of remaining cards for a search.

    ``choices`` are announcements with the same scoring goods. After the stop, the options and the
    bounds become coarser.
    """
    run = Run.begin(stop)
    goods = scoring_goods(problem, choices[0])
    codes = {good: 1 + index for index, good in enumerate(goods)}
    work = make_workspace()
    work.free_order = int(not problem.fixed_order)
    work.cards = len(problem.cards)
    work.goods = len(goods)
    masks = [
        sum(1 << at for at, good in enumerate(goods) if GOODS[good - 1] in choice)
        for choice in choices
    ]
    work.owned_mask = reduce(and_, masks)
    work.open_mask = reduce(or_, masks) & ~work.owned_mask
    hidden = np.arange(1 << CARD_SPACES)
    flags = np.int64(1) << np.maximum(hidden - 1, 0)
    flags[0] = 0
    # Record fields are slow to access.
    work.apart_masks[:] = np.where(hidden[:, None] & hidden, 0, flags).sum(axis=1)
    work.part_masks[:] = np.where(hidden & ~hidden[:, None], 0, flags).sum(axis=1)
    card_codes, card_pieces, card_mice = work.card_codes, work.card_pieces, work.card_mice
    loose = _loose_pieces()
    for card, spaces in enumerate(card.spaces for card in problem.cards):
        card_codes[card] = [codes.get(space & KIND_MASK, 0) for space in spaces]
        for index, good in enumerate(goods):
            shown = loose[spaces_of(spaces, good) & ~hidden]
            card_pieces[card] |= shown << fields.LOOSE_BITS * index
        card_mice[card] = np.bitwise_count(spaces_with_mice(spaces) & ~hidden)
    return work, _fill_states(problem, goods, work.spans, run)


@cache
def _loose_pieces() -> Int64s:
    found = np.zeros(1 << CARD_SPACES, dtype=np.int64)
    for shown in range(len(found)):
        sizes = piece_sizes(shown)
        found[shown] = (
            sizes.count(1)
            | sizes.count(2) << fields.LOOSE_TWOS
            | sum(size > 2 for size in sizes) << fields.LOOSE_LARGE
            | sum(sizes) << fields.LOOSE_SPACES
        )
    return found


def _fill_states(problem: StandProblem, goods: Goods, spans: Int64s, run: Run) -> States:
    sets = _states_by_cards(problem, goods, run)
    rows = np.zeros((sum(map(len, sets.values())), fields.STATE_LENGTH), dtype=np.int16)
    row = 0
    for left, states in sets.items():
        spans[left, 0] = row
        numbers: list[dict[tuple[int, ...], int]] = [{} for _ in goods]
        for packed, mice in states.items():
            for index in range(len(goods)):
                at = fields.STATE_FIELDS * index
                shown = unpack_pieces(packed, index)
                rows[row, at : at + fields.STATE_FIELDS] = shown
                number = numbers[index].setdefault(shown, len(numbers[index]))
                rows[row, fields.STATE_SHOWN + index] = number
            rows[row, fields.STATE_MICE] = mice
            row += 1
        spans[left, 1] = row
    return rows


def _states_by_cards(problem: StandProblem, goods: Goods, run: Run) -> Mapping[int, PieceOptions]:
    """Return the options of every possible set of cards below at least one decided card.

    Below d decided cards, one remaining card has d later cards, one d + 1, and so on.
    """
    count = len(problem.cards)
    sets: dict[int, PieceOptions] = {0: {0: 0}}
    for left in range(1, (1 << count) - 1):
        if problem.fixed_order and left & (left + 1):
            continue
        decided = min(count - left.bit_count(), MAX_LATER_CARDS)
        uppermost = [card for card in range(count) if left >> card & 1]
        # Three and more later cards are equivalent, so any card may be the first.
        if problem.fixed_order or decided == MAX_LATER_CARDS:
            uppermost = uppermost[-1:]
        states: dict[int, int] = {}
        for card in uppermost:
            shown = piece_options(problem.cards[card].spaces, decided, goods)
            combine_options(sets[left ^ 1 << card], shown, states)
        sets[left] = coarsen(states, len(goods), run)
    return sets

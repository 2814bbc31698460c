"""Rollouts of the market stand game with greedy policies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s, Matrix, UInt64s
from chatuchak_solver.kernels.jit import inlined_kernel, kernel, precompiled
from chatuchak_solver.stand.kernels.annealing import draw
from chatuchak_solver.stand.kernels.stand_state import (
    GROUPS,
    SPACES,
    TALLY,
    Groups,
    legal_places,
    no_groups,
    number_groups,
    own_goods,
    place_card,
    recount,
    total_of,
)
from chatuchak_solver.stand.kernels.tables import (
    ALL_PLACEMENTS,
    CENTER,
    FULL_STAND,
    MAX_PLACES,
    MOUSE_WEIGHT,
    RIVALS_WEIGHT,
    SIDE,
    Ints,
    KernelArrays,
    Policy,
    Spaces,
)

MAX_HIDDEN = 2


@inlined_kernel
def _value(
    found: Ints,
    mice: int,
    others: int,
    announced: int,
    weights: Float64s,
    left: int,
    theirs: Float64s,
) -> float:
    """Return the owner's total plus the expected gain with ``left`` remaining cards.

    ``theirs`` is the value of each good for the other players.
    """
    own = own_goods(found, others, announced)
    value = float(-(2 + left * weights[MOUSE_WEIGHT]) * mice)
    for good in range(1, 6):
        biggest = found[good]
        groups = found[GROUPS + good]
        kind = 8
        if others >> good & 1:
            kind = 0
        elif own >> good & 1:
            kind = 4
            value -= weights[RIVALS_WEIGHT] * theirs[good]
        if kind < 8:
            value += biggest * groups
        value += left * (
            weights[kind] * biggest
            + weights[kind + 1] * groups
            + weights[kind + 2] * found[SPACES + good]
            + weights[kind + 3] * biggest * groups
        )
    return value


class Desk(NamedTuple):
    """All players' stands during a rollout, and scratch arrays."""

    tables: Spaces
    cells: Ints
    found: Ints
    mice: Ints
    covered: Ints
    places: Ints
    groups: Groups


@kernel
def _lay_for_good(desk: Desk, player: int, rules: KernelArrays, slot: int, row: Ints) -> None:
    table, cells = desk.tables[player], desk.cells[player]
    place_card(table, cells, slot, row, rules.turned)
    desk.mice[player] = number_groups(table, cells, 6 * slot + 6, desk.groups)
    desk.found[player] = desk.groups.found


@kernel
def _others_goods(found: Ints, player: int, rules: KernelArrays) -> int:
    """Return the goods that score if all others announce, for ties all of their largest goods."""
    goods = rules.opponents_mask
    for other in range(len(found)):
        for good in range(1, 1 if other == player else 6):
            above = 0
            for larger in range(1, 6):
                above += found[other, larger] > found[other, good]
            if found[other, good] > 0 and above < rules.own_goods:
                goods |= 1 << good
    return goods


@kernel
def _choose(
    desk: Desk,
    player: int,
    rules: KernelArrays,
    slot: int,
    cards: Ints,
    policy: Policy,
    state: UInt64s,
) -> int:
    """Find the placement with the highest value; return its index in ``cards``.

    With more than one entry in ``values``, list every placement; see `roll_out`.
    """
    table, cells, places, groups = desk.tables[player], desk.cells[player], desk.places, desk.groups
    every, share, ranked, values = policy
    found = np.zeros(TALLY, dtype=np.int64)
    some = 1
    places[0] = (CENTER, CENTER, 0)
    if slot:
        most = 6 if share == ALL_PLACEMENTS else MAX_HIDDEN
        some = legal_places(cells, 6 * slot, most, desk.covered, places)
    number_groups(table, cells, 6 * slot, groups)
    # The mean value of goods for the other players.
    others = _others_goods(desk.found, player, rules)
    theirs = np.zeros(6)
    for other in range(len(desk.found)):
        if other != player:
            for good in range(1, 6):
                points = desk.found[other, good] * desk.found[other, GROUPS + good]
                theirs[good] += points / (len(desk.found) - 1)
    # Sample placements if the share is partial.
    left = FULL_STAND - 1 - slot
    best = -1
    entries = 0
    values[0] = -np.inf
    gap = 2 * ALL_PLACEMENTS // share - 1 if slot else 1
    at_once = draw(state, gap) if gap > 1 else 0
    while at_once < 2 * some * len(cards):
        index, rest = divmod(at_once, 2 * some)
        at_once += 1 + draw(state, gap) if gap > 1 else 1
        card = cards[index]
        row, column, shape = places[rest >> 1]
        quarter = shape + 2 * (rest & 1)
        if card < 0 or not rules.distinct[card, quarter]:
            continue
        spaces = rules.turned[card, quarter]
        at = row * SIDE + column
        mice = desk.mice[player]
        mice += recount(table, spaces, rules.parts[card, quarter], at, shape, groups, found)
        value = _value(found, mice, others, rules.own_goods, every[player], left, theirs)
        if len(values) == 1 and value <= values[0]:
            continue
        entry = entries if len(values) > 1 else 0
        values[entry] = value
        ranked[entry] = (card, quarter, row, column, mice)
        best = index
        entries += 1
    return entries if len(values) > 1 else best


@precompiled("rollouts", makes_arrays=True, unrolls=True)
def roll_out(
    rules: KernelArrays,
    layouts: Cube[np.int64],
    counts: Ints,
    offers: Matrix[np.int64],
    stack: Ints,
    policy: Policy,
    seed: int,
    totals: Ints,
) -> int:
    """Play to the end; return the number of drawn cards.

    Parameters
    ----------
    rules, layouts, counts, offers, stack
        As in the rollout state; layouts, counts and offers change.
    policy
        ``weights`` have shape (players, `RIVALS_WEIGHT` + 1), see `_value`; all zeros maximize the
        immediate total. ``share`` of `ALL_PLACEMENTS` are sampled at random. ``ranked`` and
        ``values``, of shapes (1, 5) and (1,), are scratch. If longer, no turn is played: they
        receive every placement of the current player with its visible mice, and its value, and the
        function returns their number.
    totals
        Of shape (players,), filled with the final points.
    """
    players, slots = len(counts), offers.shape[1]
    desk = Desk(
        np.zeros((players, SIDE * SIDE), dtype=np.int8),
        np.zeros((players, 6 * FULL_STAND), dtype=np.int64),
        np.zeros((players, TALLY), dtype=np.int64),
        np.zeros(players, dtype=np.int64),
        np.zeros(SIDE, dtype=np.int64),
        np.zeros((MAX_PLACES, 3), dtype=np.int64),
        no_groups(),
    )
    state = np.empty(1, dtype=np.uint64)
    state[0] = 2 * seed + 1  # never 0
    drawn = 0
    for player in range(players):
        for slot in range(counts[player]):
            _lay_for_good(desk, player, rules, slot, layouts[player, slot])
    cards = np.empty(2 * slots, dtype=np.int64)
    while True:
        player = int(np.argmin(counts))
        slot = counts[player]
        if slot == FULL_STAND:
            break
        cards[:] = -1
        cards[:slots] = offers[player]
        if slot:  # the first card of a stand is from the hand
            cards[slots:] = offers[players]
        chosen = _choose(desk, player, rules, slot, cards, policy, state)
        if len(policy.values) > 1:
            return chosen
        if chosen < 0:  # the sample was empty
            every = Policy(policy.weights, ALL_PLACEMENTS, policy.ranked, policy.values)
            chosen = _choose(desk, player, rules, slot, cards, every, state)
        if chosen < 0:
            break
        layouts[player, slot] = policy.ranked[0, :4]
        _lay_for_good(desk, player, rules, slot, policy.ranked[0, :4])
        counts[player] += 1
        side = player if chosen < slots else players
        offers[side, chosen % slots] = -1
        if slot and drawn < len(stack):
            offers[side, chosen % slots] = stack[drawn]
            drawn += 1
    scoring = rules.opponents_mask
    for player in range(players):
        others = _others_goods(desk.found, player, rules)
        scoring |= own_goods(desk.found[player], others, rules.own_goods)
    for player in range(players):
        totals[player] = total_of(desk.found[player], desk.mice[player], scoring)
    return drawn

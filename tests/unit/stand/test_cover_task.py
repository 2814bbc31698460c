"""What the cover search is given: what the owner may announce, and what cards left may show."""

from __future__ import annotations

from itertools import product

from chatuchak_solver.stand.bound import scoring_goods
from chatuchak_solver.stand.kernels.cover_search.node_layout import STATE_FIELDS, STATE_MICE
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.visible_pieces import piece_options, unpack_pieces
from tests.unit.stand.cover_nodes import CoverTask, states_of


def test_what_several_announcements_have_in_common_is_announced_in_any_case() -> None:
    told = set()
    for seed in range(30):
        task = CoverTask(seed, 3, fixed_order=True)
        goods = [GOODS[good - 1] for good in scoring_goods(task.problem, task.own)]
        alike = [
            {goods.index(good) for good in own}
            for own in task.problem.announcements()
            if {*own, *task.problem.announced} == {*goods}
        ]
        sure = set.intersection(*alike)
        owned, others = (
            {good for good in range(5) if int(mask) >> good & 1}
            for mask in (task.work.owned_mask, task.work.open_mask)
        )
        assert owned == sure
        assert others == set.union(*alike) - sure
        told.add((len(owned), len(others) > 1))
    assert told == {(0, False), (0, True), (1, False), (1, True), (2, False)}


def test_in_fixed_order_each_card_left_has_the_later_ones_over_it() -> None:
    told = []
    for seed, left in product(range(10), range(1, 4)):
        task = CoverTask(seed, 4, fixed_order=True)
        goods = scoring_goods(task.problem, task.own)
        shown = [
            piece_options(card.spaces, 3 - index, goods)
            for index, card in enumerate(task.problem.cards[:left])
        ]
        least: dict[tuple[int, ...], int] = {}
        for every in product(*(one.items() for one in shown)):
            pieces = sum(packed for packed, _ in every)
            fields = (unpack_pieces(pieces, at) for at in range(len(goods)))
            flat = tuple(number for one in fields for number in one)
            mice = sum(mice for _, mice in every)
            least[flat] = min(mice, least.get(flat, mice))
        rows = states_of(task, (1 << left) - 1)
        length = STATE_FIELDS * len(goods)
        assert {tuple(row[:length]): row[STATE_MICE] for row in rows} == least
        told.append(len(rows))
    assert max(told) > 10

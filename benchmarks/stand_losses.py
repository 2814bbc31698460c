"""Losses of market stand decisions in hindsight.

``python -m benchmarks stand_losses`` plays the advisor against greedy and evaluates every decision
with the known order of the cards: the best final lead with any card, with the played card, and with
its placement. The best lead is estimated by rollouts with randomly perturbed weights, the best of
which is improved by annealing. The losses are relative to a clairvoyant player.

Games are stored in ``results/``. The environment variables ``MINUTES`` and
``GAMES`` limit the run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from benchmarks.advice import PLAYOUTS_A_SECOND, SEED, coupled_chance
from benchmarks.report import MeasuredRows, machine, table, write_section
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.games.market_stand.actions import Announce, Draw, Lay
from chatuchak_solver.games.market_stand.players import PlacementRater, lead, rater_of
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.simulate import SimulationPlan
from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import tally
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.plan import RUNS
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.rollouts import GREEDY_WEIGHTS, WEIGHTS, RolloutState, make_policy
from chatuchak_solver.stand.scoring import Entry, Variant, score
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

__all__ = ["main"]

GAME = "market-stand"
SECONDS = 0.2
"""Time per decision of the advisor."""
ROLLOUTS = 48
"""Rollouts per alternative of a decision."""
WIDTH = 40
MAX_ANNEALED_CARDS = 3
"""Maximum cards placed for annealing; rollouts suffice afterward."""
WEIGHT_DEVIATION = 0.1
"""Standard deviation of the perturbation of a weight."""
KINDS = ("advisor", "greedy")
TIE = "tie"


class Line(NamedTuple):
    """Result of a game: lead, both totals, and the announced goods."""

    ahead: int
    own: int
    theirs: int
    goods: tuple[str, ...]


class Decision(NamedTuple):
    """A placement in a game, and the cards drawn later, in order."""

    state: MarketStandState
    action: Lay
    to_come: list[str]


def play(deal: int, seat: int) -> tuple[list[Decision], dict[int, int]]:
    state, _ = SimulationPlan(GAME, ("random",) * 2, games=1, seed=SEED).start(deal)
    assert isinstance(state, MarketStandState)
    entry = game_entry(GAME)
    names = ["greedy", "greedy"]
    names[seat] = f"advisor:{round(SECONDS * PLAYOUTS_A_SECOND[GAME])}"
    players = [entry.make_player(name) for name in names]
    own = [np.random.default_rng((SEED, deal, number)) for number in range(2)]
    decisions: list[Decision] = []
    ties: dict[int, int] = {}
    event = 0
    while not state.is_over:
        mover = state.current_player
        if mover == CHANCE:
            drawn = coupled_chance(state, deal, event)
            assert isinstance(drawn, Draw)
            for decision in decisions:
                decision.to_come.append(drawn.card.id)
            state, event = state.apply_unchecked(drawn), event + 1
            continue
        action = players[mover].choose(state, mover, own[mover])
        if isinstance(action, Lay):
            decisions.append(Decision(state, action, []))
        elif isinstance(action, Announce):
            best = max(
                lead(state.apply_unchecked(option), mover) for option in state.legal_actions()
            )
            ties[mover] = int(best - lead(state.apply_unchecked(action), mover))
        state = state.apply_unchecked(action)
    return decisions, ties


def state_of(decision: Decision, rater: PlacementRater) -> RolloutState:
    """Return the state of a decision with all cards in the order of the game."""
    state = decision.state
    came = [state.deck[card] for card in decision.to_come]
    rest = [card for card in state.stack if card not in came]
    laid = [rater.layout(stand) for stand in state.stands]
    offers = [rater.indices(cards) for cards in (*state.hands, state.market)]
    rules = rater.arrays.value._replace(opponents_mask=0)
    return RolloutState.of(rules, laid, offers, rater.indices([*came, *rest]))


def lines(decision: Decision, kind: str, number: int) -> tuple[Line, Line, Line]:
    player = decision.state.current_player
    rater, _, _ = rater_of(decision.state, player)
    state = state_of(decision, rater)
    rows, promises, _ = state.placement_values(WEIGHTS)
    order = np.argsort(-promises, kind="stable")
    (card,) = rater.indices([decision.action.card])
    where = decision.action.placement
    laid = rater.layout(Stand.of([*decision.state.stands[player].placements, where]))[-1]
    same = order[rows[order, 0] == card]
    replies = GREEDY_WEIGHTS if kind == "advisor" else WEIGHTS
    tried = (rows[order[:WIDTH]], rows[same[:WIDTH]], laid[None])
    found: list[Line] = []
    for candidates in reversed(tried):
        best = search_best(state, player, candidates, replies, decision.state.deck, number)
        # Results for a narrower choice are valid for a wider one.
        found.insert(0, max([best, *found[:1]], key=lambda line: line.ahead))
    return found[0], found[1], found[2]


def search_best(
    state: RolloutState, player: int, candidates: Int64s, replies: Float64s, deck: Deck, seed: int
) -> Line:
    rng = np.random.default_rng(seed)
    best: tuple[int, RolloutState] | None = None
    for game in range(ROLLOUTS):
        weights = np.array([replies, replies])
        weights[player] = WEIGHTS + (game > 0) * rng.normal(0, WEIGHT_DEVIATION, len(WEIGHTS))
        played = state.after(candidates[game % len(candidates)])
        totals = played.totals(make_policy(weights), 0)
        ahead = int(totals[player] - totals[1 - player])
        if best is None or ahead > best[0]:
            best = ahead, played
    assert best is not None
    stands = [
        Stand.of(
            Placement(deck.cards[card], x - CENTER, y - CENTER, ROTATIONS[quarter])
            for card, quarter, y, x in layout.tolist()
        )
        for layout in best[1].layouts
    ]
    found = line_of(stands, player)
    kept = int(state.counts[player]) + (len(candidates) == 1)
    if kept <= MAX_ANNEALED_CARDS:
        laid = stands[player].placements[:kept]
        stands[player] = replace_card(stands, player, laid, seed)
        found = max(found, line_of(stands, player), key=lambda line: line.ahead)
    return found


def replace_card(stands: list[Stand], player: int, laid: tuple[Placement, ...], seed: int) -> Stand:
    announced = line_of(stands, 1 - player).goods
    cards = stands[player].cards
    problem = StandProblem(cards, fixed_order=True, announced=announced, own_goods=2)
    annealer, target, best = Annealer(problem, seed, laid), max(upper_bound(problem).values()), None
    while annealer.runs < RUNS and (best is None or problem.score(best)[1] < target):
        annealer.run(target)
        if best is None or annealer.total > problem.score(best)[1]:
            best = annealer.stand()
    assert best is not None
    return best


def line_of(stands: list[Stand], player: int) -> Line:
    entries = [Entry(str(seat), tally(stand.picture())) for seat, stand in enumerate(stands)]
    players = score(entries, Variant.usual(2, teams=False)).players
    own, theirs = players[player], players[1 - player]
    return Line(own.total - theirs.total, own.total, theirs.total, own.announced)


def measure(index: int) -> JsonObject:
    deal, seat = divmod(index, 2)
    decisions, ties = play(deal, seat)
    losses = [
        {"kind": KINDS[player != seat], "laid": TIE, "card": 0, "place": 0, "goods": 0, "left": 0,
         "tie": lost}
        for player, lost in ties.items()
    ]  # fmt: skip
    for number, decision in enumerate(decisions):
        player = decision.state.current_player
        kind = KINDS[player != seat]
        any_card, same_card, as_laid = lines(decision, kind, number)
        lost = any_card.ahead - as_laid.ahead
        losses.append({
            "kind": kind,
            "laid": len(decision.state.stands[player]) + 1,
            "card": any_card.ahead - same_card.ahead,
            "place": same_card.ahead - as_laid.ahead,
            "goods": lost * (any_card.goods != as_laid.goods),
            "left": as_laid.theirs - any_card.theirs if lost else 0,
            "tie": 0,
        })  # fmt: skip
    return {"losses": losses}


def main() -> None:
    rows = MeasuredRows("stand_losses")
    end = time.monotonic() + 60 * float(os.environ.get("MINUTES", "4"))
    games: list[list[Any]] = []
    for index in range(int(os.environ.get("GAMES", "20"))):
        row = rows.find("losses", index)
        if row is None and time.monotonic() < end:
            row = rows.get("losses", index, measure, index)
            print(f"game {index + 1}", flush=True)
        if row is not None:
            games.append(row["losses"])
    text = report(games)
    print(text)
    write_section("stand_losses", text)


def report(games: list[list[Any]]) -> str:
    every = [decision for game in games for decision in game]
    columns = [(kind, what) for kind in KINDS for what in ("card", "place", "goods", "left")]

    def mean(of: str, kind: str, *whats: str) -> float:
        chosen = [
            decision
            for decision in every
            if decision["kind"] == kind and of in ("", str(decision["laid"]))
        ]
        return float(sum(decision[what] for decision in chosen for what in whats)) / len(games)

    def cells() -> Iterator[list[str]]:
        for laid in map(str, range(2, STAND_CARDS + 1)):
            yield [f"card {laid}", *(f"{mean(laid, *column):.1f}" for column in columns)]
        yield ["all cards", *(f"{mean('', *column):.1f}" for column in columns)]

    header = ["decision", *(f"{kind}: {what}" for kind, what in columns)]
    lost = {kind: mean("", kind, "card", "place") for kind in KINDS}
    tied = {kind: mean("", kind, "tie") for kind in KINDS}
    return f"""\
## What the market stand's decisions lose

{machine()}
Command: `python -m benchmarks stand_losses`.

{len(games)} games of the advisor, {SECONDS} s a decision, against greedy; every decision again with
the cards that came, as a clairvoyant sees it: mean points of the final lead lost a game by which
**card** was taken and by its **place**. Of both together, **goods** is what was lost where the
better game announces other goods, and **left** what the opponent had more than in the better game.
{ROLLOUTS} games played on for each of three questions, the best of them annealed: at least so
much was lost.

{table(header, cells())}

In all the advisor loses {lost["advisor"]:.1f} points a game that way and greedy
{lost["greedy"]:.1f}; by the choice among ties at the end {tied["advisor"]:.1f} and
{tied["greedy"]:.1f}.
"""


if __name__ == "__main__":
    main()

"""Advice for the market stand: every promising placement, played on to the game's end."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from chatuchak_solver.games.advice import (
    DEFAULT_PLAYOUTS,
    Advice,
    AdvisedAction,
    gains_of,
    who_is_advised,
)
from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.players import (
    Placements,
    greedy_player,
    lead,
    rater_of,
    sides,
)
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.tree_search import TreeSearch
from chatuchak_solver.run import OnProgress, Stop
from chatuchak_solver.stand.playing_on import AT_ONCE, WEIGHTS, Moment, compared

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class OutlookAdviser:
    """The search's settings.

    Attributes
    ----------
    width
        How many placements, the most promising, are played on.
    share
        How many of 1,024 placements, drawn at random, players look at when they play on.
    """

    width: int = 40
    share: int = 128

    def advise(
        self,
        state: GameState[A],
        player: int | None = None,
        *,
        rng: np.random.Generator,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
        most: int | None = None,
    ) -> Advice[A]:
        """Rank the actions; see `Adviser.advise`. A unit of work is a game played on.

        What is announced scores for everybody, so it is the lead that counts, not the own total.
        """
        assert isinstance(state, MarketStandState)
        found: Advice[Any]
        if state.all_complete:  # nothing is hidden any more
            search = TreeSearch(greedy_player(), value=lead)
            found = search.advise(
                state, player, rng=rng, stop=stop, on_progress=on_progress, most=most
            )
            return found
        advised = who_is_advised(state, player)
        if advised is None:
            return Advice(None, ())
        stop = stop or Stop()
        if stop.time_s is None and stop.work is None:
            stop |= Stop(work=DEFAULT_PLAYOUTS)
        run = stop.begin()
        guessed = _guesses(state, advised, int(rng.integers(2**62)))
        moment = guessed(0)
        rows, values = moment.promises(AT_ONCE)
        promises = moment.promises(WEIGHTS)[1]
        if not state.is_started:  # a first card lies the same however it is turned
            promises[rows[:, 1] > 0] = -math.inf
        order = np.argsort(-promises, kind="stable")[: np.isfinite(promises).sum()]
        weights = np.tile(AT_ONCE, (state.num_players, 1))
        weights[advised] = WEIGHTS
        own, others = sides(state, advised)

        def worth(candidate: int, future: int) -> float:
            played = guessed(future).after(rows[order[candidate]])
            totals = played.totals(weights, self.share, future)
            return float(totals[own].sum() - max(totals[other].sum() for other in others))

        ranked, tried = compared(
            min(self.width, len(order)) if len(order) > 1 else 0,
            worth,
            run,
            on_progress=on_progress,
        )
        ranked += range(len(ranked), len(order))
        rater, _, _ = rater_of(state, advised)
        actions = Placements(state, advised, rater, rows)
        seen = state.guess(advised, rng)
        before = seen.scores()
        told = []
        for candidate in ranked[:most]:
            index, trials = (
                int(order[candidate]),
                tried[candidate] if candidate < len(tried) else [],
            )
            action, looks = actions[index], len(trials)
            error = float(np.std(trials)) / math.sqrt(looks - 1) if looks > 1 else None
            told.append(
                AdvisedAction(
                    action=action,
                    text=state.format(action),
                    outlook=sum(trials) / looks if looks else None,
                    error=error,
                    looks=looks,
                    immediate=float(values[index]),
                    gains=gains_of(before, seen.after(action).scores()),
                )
            )
        found = Advice(advised, tuple(told), sum(map(len, tried)), run.stopped_by)
        return found


def _guesses(state: MarketStandState, player: int, seed: int) -> Callable[[int], Moment]:
    """Return what makes, of a number, a guess of everything that a player does not see."""
    view = observe(state, player)
    rater, layout, _ = rater_of(state, player)
    rules = rater.arrays._replace(opponents_mask=0)
    unseen, market = np.array(rater.indices(view.unseen)), rater.indices(state.market)
    laid = [rater.layout(stand) for stand in state.stands]
    laid[player] = layout
    last: list[tuple[int, Moment]] = []

    def guess(future: int) -> Moment:
        if last and last[0][0] == future:
            return last[0][1]
        drawn = np.random.default_rng((seed, future)).permutation(unseen).tolist()
        stands, offers = list(laid), [drawn[:0] for _ in laid]
        for seat, hand in enumerate(state.hands):
            if seat == player:
                offers[seat] = rater.indices(hand)
                continue
            offers[seat], drawn = drawn[: len(hand)], drawn[len(hand) :]
            if len(laid[seat]) and not state.is_started:  # chosen in secret
                stands[seat] = laid[seat].copy()
                stands[seat][0, 0] = drawn.pop()
        last[:] = [(future, Moment.of(rules, stands, [*offers, market], drawn))]
        return last[0][1]

    return guess

"""Advice for every game: Monte-Carlo tree search over the contract.

Each playout descends a tree of decisions and continues from its leaf with greedy players until the
advised player has had some more turns; the game's evaluation then values the position for every
player. Every player in the tree maximizes their own value. Selection combines mean values with a
prior from the immediate evaluation (PUCT, as in Silver et al., Mastering the game of Go without
human knowledge, 2017, with the game's evaluation instead of the network; values are scaled to the
range in the tree). Actions with a lower prior are added as playouts accumulate (progressive
widening; Coulom, Computing Elo ratings of move patterns in the game of Go, 2007). Each playout
samples chance again. Hidden information is sampled several times, with a separate tree below the
advised player's decision for each sample (determinization; Cowling, Powley, Whitehouse, Information
set Monte Carlo tree search, 2012).

The considered actions share random numbers: the n-th playout of each has the same sample of hidden
information, dice and cards, so differences are due to the actions (common random numbers).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import numpy as np

from chatuchak_solver.games.advice import Advice, AdvisedAction, Adviser, Limits, advised_action
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, weighted_choice
from chatuchak_solver.games.players import GreedyPlayer, check_least

A = TypeVar("A")
State = GameState[Any]

MAX_NODES: Final = 100_000
"""The tree grows no further; playouts go on."""

MIN_OPENED: Final = 2
"""Actions of a decision that are opened first, the best at once."""

UNIFORM_SHARE: Final = 0.25
"""Share of the prior that is distributed evenly over the considered actions."""


@dataclass(frozen=True, slots=True)
class TreeSearch(Adviser):
    """The search's settings.

    Attributes
    ----------
    greedy
        Provides the prior, plays from the leaves of the tree, and values the result.
    turns
        The number of own turns after the action; 0 for the immediate value only.
    width
        The maximum number of actions per decision, by their prior; the number grows with visits.
    spread
        The scale of the prior: this difference of ratings makes an action e times as likely.
    exploration
        The weight of the prior against the mean values.
    guesses
        The number of samples of hidden information.
    """

    greedy: GreedyPlayer = field(default_factory=GreedyPlayer)
    turns: int = 2
    width: int = 24
    spread: float = 1.0
    exploration: float = 1.0
    guesses: int = 16

    def __post_init__(self) -> None:
        check_least(self, turns=0, width=1, guesses=1)

    def search(
        self, state: GameState[A], player: int, rng: np.random.Generator, limits: Limits
    ) -> Advice:
        """Rank the actions; see `Adviser`. A unit of work is a playout."""
        tree, run = _Tree(self, state, player, rng), limits.run
        played, work = 0, run.stop.work
        # A single action needs no search, and without turns there are no rollouts.
        if len(tree.root.actions) > 1 and self.turns:
            while not run.should_stop(played):
                tree.play()
                played += 1
                if limits.most == 1 and work is not None and tree.is_settled(work - played):
                    break  # regardless of the other playouts
                run.report(played, work)
        return Advice(player, played, run.stopped_by, tree.ranking(limits.most))


@dataclass(slots=True, eq=False)
class _Decision:
    """A decision node: the considered actions, the most promising first."""

    state: State
    mover: int
    turns: int
    actions: list[Any]
    priors: list[float]
    visits: list[int] = field(init=False)
    visits_of_all: int = field(default=0, init=False)
    sums: list[float] = field(init=False)
    squares: list[float] = field(init=False)
    children: dict[int, _Node] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.visits = [0] * len(self.actions)
        self.sums = [0.0] * len(self.actions)
        self.squares = self.sums.copy()


@dataclass(slots=True, eq=False)
class _Draw:
    """A chance node; outcomes with the same position share a child."""

    state: State
    turns: int
    outcomes: tuple[tuple[Any, int], ...] = field(init=False)
    children: dict[int, _Node] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.outcomes = self.state.chance_outcomes()


@dataclass(slots=True, eq=False)
class _End:
    """A leaf with its values."""

    state: State
    values: list[float]


_Node = _Decision | _Draw | _End


class _Tree:
    """The tree of one search.

    Attributes
    ----------
    root
        The decision that is advised on.
    """

    def __init__(
        self, search: TreeSearch, state: State, player: int, rng: np.random.Generator
    ) -> None:
        self._search = search
        self._player = player
        self._rng = rng
        self._lowest, self._highest = math.inf, -math.inf
        sample = state.sample_hidden(player, rng)
        more = 0 if sample is state else search.guesses - 1
        self._samples = [sample, *(state.sample_hidden(player, rng) for _ in range(more))]
        actions, self._ratings = search.greedy.ratings(sample, player)
        self._actions = actions
        self._order = sorted(range(len(actions)), key=self._ratings.__getitem__, reverse=True)
        considered = self._order[: search.width]
        self.root = self._decision(sample, player, search.turns, actions, self._ratings, considered)
        priors = self.root.priors
        even = UNIFORM_SHARE / max(1, len(priors))
        priors[:] = [(1 - UNIFORM_SHARE) * prior + even for prior in priors]
        # Chance has its own stream, independent of random choices of players.
        self._seed = int(rng.integers(2**63))
        self._luck = np.random.default_rng(self._seed)
        # Below the own decision there is a tree for each sample.
        self._roots: list[dict[int, _Node]] = [{} for _ in self._samples]
        self._nodes = 0

    def play(self) -> None:
        """Run a playout and store its result."""
        sample = 0
        path: list[tuple[_Decision, int]] = []
        node: _Node = self.root
        is_new = False
        while not isinstance(node, _End) and not (is_new and isinstance(node, _Decision)):
            if isinstance(node, _Draw):
                index = weighted_choice([weight for _, weight in node.outcomes], self._luck)
                state, children = node.state, node.children
                action = node.outcomes[index][0]
            else:
                index, state, children = self._select(node), node.state, node.children
                if node is self.root:
                    sample = self._share_luck(node.visits[index])
                    state, children = self._samples[sample], self._roots[sample]
                path.append((node, index))
                action = node.actions[index]
            child = children.get(index)
            is_new = child is None
            if child is None:
                after = state.apply_unchecked(action)
                alike = (node for node in children.values() if node.state == after)
                child = next(alike, None) if isinstance(node, _Draw) else None
                is_new = child is None
                child = child or self._open(after, node.turns)
                if self._nodes < MAX_NODES:
                    children[index] = child
                    self._nodes += is_new
            node = child
        values = node.values if isinstance(node, _End) else self._rollout(node)
        self._lowest = min(self._lowest, *values)
        self._highest = max(self._highest, *values)
        for decision, index in path:
            value = values[decision.mover]
            decision.visits[index] += 1
            decision.visits_of_all += 1
            decision.sums[index] += value
            decision.squares[index] += value * value

    def is_settled(self, left: int) -> bool:
        """Return whether the given number of further playouts cannot change the best action."""
        most, next_most = heapq.nlargest(2, self.root.visits)
        return most - next_most > left

    def ranking(self, most: int | None) -> tuple[AdvisedAction, ...]:
        """Return at most ``most`` actions of the advised player, the most visited first."""
        root, state = self.root, self._samples[0]

        def advised(index: int, place: int) -> AdvisedAction:
            visits = root.visits[place] if place < len(root.visits) else 0
            mean = root.sums[place] / visits if visits else None
            error = None
            if mean is not None and visits > 1:
                spread = max(0.0, root.squares[place] / visits - mean * mean)
                error = math.sqrt(spread / (visits - 1))
            line = self._line(place) if visits else ()
            rating = self._ratings[index]
            return advised_action(state, self._actions[index], rating, mean, error, visits, line)

        def most_visited_first(place: int) -> tuple[int, float]:
            visits = root.visits[place] if place < len(root.visits) else 0
            return -visits, -root.sums[place] / visits if visits else 0.0

        # The sort is stable: equals stay in the order of their ratings.
        places = sorted(range(len(self._order)), key=most_visited_first)
        return tuple(advised(self._order[place], place) for place in places[:most])

    def _line(self, place: int) -> tuple[str, ...]:
        children = [tree[place] for tree in self._roots if place in tree]
        decisions = [child for child in children if isinstance(child, _Decision)]
        node = max(decisions, key=lambda child: child.visits_of_all, default=None)
        line: list[str] = []
        while isinstance(node, _Decision) and node.visits_of_all:
            index = node.visits.index(max(node.visits))
            line.append(node.state.format(node.actions[index]))
            child = node.children.get(index)
            node = child if isinstance(child, _Decision) else None
        return tuple(line)

    def _share_luck(self, visit: int) -> int:
        self._luck = np.random.default_rng((self._seed, visit))
        return visit % len(self._samples)

    def _select(self, node: _Decision) -> int:
        visits, sums, priors = node.visits, node.sums, node.priors
        if not node.visits_of_all:
            return 0
        scale = 1 / (self._highest - self._lowest) if self._highest > self._lowest else 1.0
        # Untried actions get the mean value of the tried ones.
        unknown = sum(sums) / node.visits_of_all * scale
        reach = self._search.exploration * math.sqrt(node.visits_of_all)
        best, chosen = -math.inf, 0
        # The more often a decision was met, the more actions are opened.
        opened = MIN_OPENED + math.isqrt(node.visits_of_all)
        for index, count in enumerate(visits[:opened]):
            known = sums[index] * scale / count if count else unknown
            value = known + reach * priors[index] / (1 + count)
            if value > best:
                best, chosen = value, index
        return chosen

    def _open(self, state: State, turns: int) -> _Node:
        if state.is_over:
            return _End(state, self._values(state))
        mover = state.current_player
        if mover == CHANCE:
            return _Draw(state, turns)
        if mover == ANYONE:
            mover = self._player
        if mover == self._player and state.begins_turn:
            if turns == 0:
                return _End(state, self._values(state))
            turns -= 1
        actions, ratings = self._search.greedy.ratings(state, mover)
        if not actions:
            return _End(state, self._values(state))
        width = self._search.width
        considered = heapq.nlargest(width, range(len(actions)), key=ratings.__getitem__)
        return self._decision(state, mover, turns, actions, ratings, considered)

    def _decision(
        self,
        state: State,
        mover: int,
        turns: int,
        actions: Sequence[Any],
        ratings: Sequence[float],
        considered: Sequence[int],
    ) -> _Decision:
        weights = [
            math.exp((ratings[index] - ratings[considered[0]]) / self._search.spread)
            for index in considered
        ]
        total = sum(weights)
        priors = [weight / total for weight in weights]
        return _Decision(state, mover, turns, [actions[index] for index in considered], priors)

    def _rollout(self, node: _Decision) -> list[float]:
        begun, greedy = node.state.apply_unchecked(node.actions[0]), self._search.greedy
        end = greedy.play_on(begun, self._player, node.turns, self._rng, self._luck)
        return self._values(end)

    def _values(self, state: State) -> list[float]:
        return [self._search.greedy.evaluate(state, player) for player in range(state.num_players)]

"""Advice for every game: Monte-Carlo tree search.

Each playout descends a tree of decisions and continues with greedy players for some turns of the
advised player; the game's evaluation then values the position for every player, each of whom
maximizes their own value. Selection combines mean values, scaled to the range in the tree, with a
prior from the immediate evaluation (PUCT; Silver et al., Mastering the game of Go without human
knowledge, 2017). Actions with a lower prior are added as playouts accumulate (progressive widening;
Coulom, Computing Elo ratings of move patterns in the game of Go, 2007). Each playout samples chance
again. Each of several samples of hidden information has a separate tree below the advised player's
decision (determinization; Cowling, Powley, Whitehouse, Information set Monte Carlo tree search,
2012).

The n-th playouts of all actions share hidden information, dice and cards (common random numbers).
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from chatuchak_solver.arguments import check_int
from chatuchak_solver.execution.limits import Run
from chatuchak_solver.games import players
from chatuchak_solver.games.contract import CHANCE, AnyState, weighted_choice

MAX_NODES = 100_000
"""Size limit of the tree; playouts continue."""

MIN_OPENED = 2
"""Best-rated actions of a decision opened first."""

UNIFORM_SHARE = 0.25
"""Evenly distributed share of the prior."""


@dataclass(frozen=True, slots=True)
class TreeSearch(players.Adviser):
    """Advice by Monte-Carlo tree search.

    Attributes
    ----------
    greedy
        Provides the prior, plays from the leaves, and values the result.
    turns
        The number of own turns after the action; 0 for the immediate value only.
    width
        The maximum number of actions per decision, by prior; the number grows with visits.
    spread
        The scale of the prior: this difference of ratings makes an action e times as likely.
    exploration
        The weight of the prior relative to mean values.
    guesses
        The number of samples of hidden information.
    """

    greedy: players.GreedyPlayer = field(default_factory=players.GreedyPlayer)
    turns: int = 2
    width: int = 24
    spread: float = 1.0
    exploration: float = 1.0
    guesses: int = 16

    def __post_init__(self) -> None:
        for name, low in (("turns", 0), ("width", 1), ("guesses", 1)):
            check_int(getattr(self, name), low, name=name)

    def search(
        self, state: AnyState, player: int, rng: np.random.Generator, run: Run, most: int | None
    ) -> players.Advice:
        """Rank the actions; see `Adviser`. A unit of work is a playout."""
        tree, work, played = _Tree(self, state, player, rng), run.stop.work, 0
        # A single action needs no search; no turns mean no rollouts.
        if min(self.width, len(tree.root.choices)) > 1 and self.turns:
            while not run.should_stop(played):
                tree.play()
                played += 1
                if most == 1 and work is not None and tree.is_settled(work - played):
                    break  # regardless of the other playouts
                run.report(played, work)
        return players.Advice(player, played, run.stopped_by, tree.advised(most))


def look_ahead(greedy: players.GreedyPlayer) -> players.AdvisorPlayer:
    """Return a quick player that searches to its next turn."""
    return players.AdvisorPlayer(TreeSearch(greedy, turns=1, width=5), 8)


@dataclass(slots=True, eq=False)
class _Choice:
    """An action with the results of its playouts."""

    action: Any
    rating: float
    prior: float = 0.0
    visits: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float | None:
        return self.total / self.visits if self.visits else None

    @property
    def error(self) -> float | None:
        if self.visits < 2:
            return None
        spread = max(0.0, self.squares / self.visits - (self.total / self.visits) ** 2)
        return math.sqrt(spread / (self.visits - 1))


@dataclass(slots=True, eq=False)
class _Node:
    """A decision, a chance event or an end.

    Attributes
    ----------
    choices
        The considered actions of a decision, most promising first.
    outcomes
        The outcomes of a chance event; those with the same position share a child.
    values
        The value of an end for each player.
    children
        By choice, by choice and sample at the root, or by number of the outcome.
    """

    state: AnyState
    turns: int
    mover: int = CHANCE
    choices: list[_Choice] = field(default_factory=list)
    outcomes: tuple[tuple[Any, int], ...] = ()
    values: list[float] = field(default_factory=list)
    visits: int = 0
    children: dict[object, _Node] = field(default_factory=dict)


class _Tree:
    """The tree of one search; ``root`` is the advised decision."""

    def __init__(
        self, search: TreeSearch, state: AnyState, player: int, rng: np.random.Generator
    ) -> None:
        self._search = search
        self._player = player
        self._rng = rng
        self._lowest, self._highest = math.inf, -math.inf
        sample = state.sample_hidden(player, rng)
        more = 0 if sample is state else search.guesses - 1
        self._samples = [sample, *(state.sample_hidden(player, rng) for _ in range(more))]
        self.root = _Node(sample, search.turns, player, self._choices(sample, player))
        considered = self.root.choices[: search.width]
        for choice in considered:
            choice.prior = choice.prior * (1 - UNIFORM_SHARE) + UNIFORM_SHARE / len(considered)
        # Chance has its own stream, independent of players' random choices.
        self._seed = int(rng.integers(2**63))
        self._luck = np.random.default_rng(self._seed)
        self._nodes = 0

    def play(self) -> None:
        path: list[tuple[_Node, _Choice]] = []
        node, is_new = self.root, False
        while not (node.values or (is_new and node.choices)):
            state = node.state
            if node.outcomes:
                key: Any = weighted_choice([weight for _, weight in node.outcomes], self._luck)
                action = node.outcomes[key][0]
            else:
                key = choice = self._select(node)
                action = choice.action
                path.append((node, choice))
                if node is self.root:  # below it, each sample has a tree
                    self._luck = np.random.default_rng((self._seed, choice.visits))
                    sample = choice.visits % len(self._samples)
                    state, key = self._samples[sample], (choice, sample)
            child = node.children.get(key)
            is_new = child is None
            if child is None:
                after = state.apply_unchecked(action)
                alike = (other for other in node.children.values() if other.state == after)
                child = next(alike, None) if node.outcomes else None
                is_new = child is None
                child = child or self._open(after, node.turns)
                if self._nodes < MAX_NODES:
                    node.children[key] = child
                    self._nodes += is_new
            node = child
        values = node.values or self._rollout(node)
        self._lowest = min(self._lowest, *values)
        self._highest = max(self._highest, *values)
        for decision, choice in path:
            value = values[decision.mover]
            decision.visits += 1
            choice.visits += 1
            choice.total += value
            choice.squares += value * value

    def is_settled(self, left: int) -> bool:
        """Return whether this number of further playouts cannot change the best action."""
        most, next_most = heapq.nlargest(2, [choice.visits for choice in self.root.choices])
        return most - next_most > left

    def advised(self, most: int | None) -> tuple[players.AdvisedAction, ...]:
        """Return the actions of the advised player, most visited first."""
        # The stable sort orders equals by rating.
        choices = sorted(
            self.root.choices, key=lambda choice: (-choice.visits, -(choice.mean or 0.0))
        )
        return tuple(
            players.advised_action(
                self._samples[0], choice.action, choice.rating, choice.mean, choice.error,
                choice.visits, self._line(choice),
            )
            for choice in choices[:most]
        )  # fmt: skip

    def _line(self, choice: _Choice) -> tuple[str, ...]:
        trees = [self.root.children.get((choice, sample)) for sample in range(len(self._samples))]
        node = max(filter(None, trees), key=lambda tree: tree.visits, default=None)
        line: list[str] = []
        while node and node.visits:
            choice = max(node.choices, key=lambda other: other.visits)
            line.append(node.state.format(choice.action))
            node = node.children.get(choice)
        return tuple(line)

    def _select(self, node: _Node) -> _Choice:
        if not node.visits:
            return node.choices[0]
        scale = 1 / (self._highest - self._lowest) if self._highest > self._lowest else 1.0
        # Untried actions get the mean value of the tried ones.
        unknown = sum([choice.total for choice in node.choices]) / node.visits * scale
        reach = self._search.exploration * math.sqrt(node.visits)
        # More visits open more actions.
        opened = min(self._search.width, MIN_OPENED + math.isqrt(node.visits))
        values = [
            (choice.total * scale / choice.visits if choice.visits else unknown)
            + reach * choice.prior / (1 + choice.visits)
            for choice in node.choices[:opened]
        ]
        return node.choices[values.index(max(values))]

    def _open(self, state: AnyState, turns: int) -> _Node:
        mover, left = players.next_turn(state, self._player, turns)
        if state.is_over or left < 0:
            return _Node(state, turns, values=self._values(state))
        if mover == CHANCE:
            return _Node(state, turns, outcomes=state.chance_outcomes())
        choices = self._choices(state, mover, self._search.width)
        values = [] if choices else self._values(state)
        return _Node(state, left, mover, choices, values=values)

    def _choices(self, state: AnyState, mover: int, most: int | None = None) -> list[_Choice]:
        """Return the best-rated actions of a player; the first `TreeSearch.width` have priors."""
        actions, ratings = self._search.greedy.ratings(state, mover)
        best = heapq.nlargest(most or len(actions), range(len(actions)), key=ratings.__getitem__)
        spread, considered = self._search.spread, best[: self._search.width]
        weights = [math.exp((ratings[n] - ratings[best[0]]) / spread) for n in considered]
        total = sum(weights)
        priors = [*(weight / total for weight in weights), *[0.0] * len(best)]
        pairs = zip(best, priors, strict=False)
        return [_Choice(actions[n], ratings[n], prior) for n, prior in pairs]

    def _rollout(self, node: _Node) -> list[float]:
        begun, greedy = node.state.apply_unchecked(node.choices[0].action), self._search.greedy
        end = greedy.play_on(begun, self._player, node.turns, self._rng, self._luck)
        return self._values(end)

    def _values(self, state: AnyState) -> list[float]:
        return [self._search.greedy.evaluate(state, player) for player in range(state.num_players)]

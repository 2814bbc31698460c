"""Losses of several reviewed games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chatuchak_solver.analysis.review import MoveKind, Review


@dataclass(frozen=True, slots=True)
class LossSummary:
    """Proven losses of several games.

    Attributes
    ----------
    by_kind
        By kind of move, without zeros.
    by_stage
        In the first, middle and last third of the moves.
    expected
        Mean losses per game of each kind of simulated player.
    """

    losses: tuple[int, ...]
    by_kind: dict[MoveKind, int]
    by_stage: tuple[int, int, int]
    expected: dict[str, float]

    @property
    def mean_loss(self) -> float:
        """Mean lost moves per game; 0 without games."""
        return sum(self.losses) / len(self.losses) if self.losses else 0.0


def summarize_losses(reviews: Sequence[Review]) -> LossSummary:
    """Summarize reviewed games, oldest first; games without a proven loss are skipped."""
    games = [game for game in reviews if game.lost is not None]
    by_kind: Counter[MoveKind] = Counter()
    stages = [0, 0, 0]
    for game in games:
        for at, move in enumerate(game.moves):
            if move.lost:
                by_kind[move.kind] += move.lost
                stages[3 * at // game.length] += move.lost
    known = [game.expected_losses for game in games if game.expected_losses]
    kinds = known[0] if known else {}
    expected = {kind: sum(losses[kind] for losses in known) / len(known) for kind in kinds}
    losses = tuple(game.lost or 0 for game in games)
    return LossSummary(
        losses, dict(by_kind.most_common()), (stages[0], stages[1], stages[2]), expected
    )

"""What several reviewed games of a person say together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chatuchak_solver.analysis.review import MoveKind, Review


@dataclass(frozen=True, slots=True)
class Learned:
    """Where moves are lost in several games; only proven losses count.

    Attributes
    ----------
    losses
        The moves lost in each game, in their order.
    by_kind
        The moves lost by each kind of move that lost any.
    by_stage
        The moves lost in the first, the middle and the last third of the games' moves.
    expected
        What simulated players of each kind lose on the same grids, on average a game.
    """

    losses: tuple[int, ...]
    by_kind: dict[MoveKind, int]
    by_stage: tuple[int, int, int]
    expected: dict[str, float]

    @property
    def mean_loss(self) -> float:
        """The moves lost in a game on average; 0 without games."""
        return sum(self.losses) / len(self.losses) if self.losses else 0.0


def learned(reviews: Sequence[Review]) -> Learned:
    """Return what reviewed games say together.

    Parameters
    ----------
    reviews
        The games, the oldest first; those whose losses are not all proven are left out.
    """
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
    expected = {kind: sum(one[kind] for one in known) / len(known) for kind in kinds}
    losses = tuple(game.lost or 0 for game in games)
    return Learned(losses, dict(by_kind.most_common()), (stages[0], stages[1], stages[2]), expected)

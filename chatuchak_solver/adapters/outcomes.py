"""What a game's end is worth to each player, as learners count it."""

from typing import Literal, TypeAlias, get_args

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import AnyState

Reward: TypeAlias = Literal["outcome", "score"]
"""``outcome``: 1 is shared by who wins and lost by the others; ``score``: the points."""

REWARDS: tuple[Reward, ...] = get_args(Reward)


def check_reward(reward: str) -> Reward:
    """Return a reward's name.

    Raises
    ------
    InputError
        If there is no such reward.
    """
    for known in REWARDS:
        if known == reward:
            return known
    raise InputError(f"no reward {reward!r}; expected one of: {', '.join(REWARDS)}")


def outcome(num_players: int, winners: tuple[int, ...]) -> tuple[float, ...]:
    """Return numbers from -1 to 1 that add up to 0: a winner alone has 1, a loser at most 0.

    Parameters
    ----------
    num_players
        2 or more.
    winners
        Who won; nobody and everybody are a draw.

    Examples
    --------
    >>> outcome(2, (1,)), outcome(3, (0, 2))
    ((-1.0, 1.0), (0.25, -0.5, 0.25))
    """
    others = num_players - len(winners)
    if not winners or not others:
        return (0.0,) * num_players
    lost = 1 / (num_players - 1)
    won = others * lost / len(winners)
    return tuple(won if player in winners else -lost for player in range(num_players))


def rewards_at_end(state: AnyState, reward: Reward) -> tuple[float, ...]:
    """Return what a finished game brought each player; who plays alone has the points."""
    if reward == "score" or state.num_players == 1:
        return tuple(map(float, state.scores()))
    return outcome(state.num_players, state.winners())

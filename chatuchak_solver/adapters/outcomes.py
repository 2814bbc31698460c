"""Final rewards of a game for learning libraries."""

from typing import Literal, TypeAlias, cast, get_args

from chatuchak_solver.arguments import check_choice
from chatuchak_solver.games.contract import AnyState

Reward: TypeAlias = Literal["outcome", "score"]
"""``outcome``: 1 shared by the winners, negative for the losers; ``score``: the points."""


def check_reward(reward: str) -> Reward:
    """Return a reward, or raise InputError if it is unknown."""
    return cast("Reward", check_choice(reward, get_args(Reward), name="reward"))


def outcome(num_players: int, winners: tuple[int, ...]) -> tuple[float, ...]:
    """Return rewards from -1 to 1 with sum 0. A sole winner has 1, a loser at most 0.

    Parameters
    ----------
    num_players
        2 or more.
    winners
        The winners. None or all are a draw.

    Examples
    --------
    >>> outcome(2, (1,)), outcome(3, (0, 2))
    ((-1.0, 1.0), (0.25, -0.5, 0.25))
    """
    losers = num_players - len(winners)
    if not winners or not losers:
        return (0.0,) * num_players
    lost = 1 / (num_players - 1)
    won = losers * lost / len(winners)
    return tuple(won if player in winners else -lost for player in range(num_players))


def final_rewards(state: AnyState, reward: Reward) -> tuple[float, ...]:
    """Return the reward of each player in a finished game. A single player gets the points."""
    if reward == "score" or state.num_players == 1:
        return tuple(map(float, state.scores()))
    return outcome(state.num_players, state.winners())

"""The one contract that every game's state fulfils.

A state is an immutable value. An *action* is its own notation: a short text such as ``jump 15``
or ``pass``, so that logs, files and the command line all speak the language that the rules
engine checks. Chance is explicit: where the game rolls a die or draws from a stack, the current
player is `CHANCE` and `GameState.chance_outcomes` lists every outcome with its weight, so that
a game replays exactly from its seed or from its start and its log of actions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from chatuchak_solver.errors import IllegalMoveError, InvalidInstanceError

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "ANYONE",
    "CHANCE",
    "GameState",
    "SetupOption",
    "check_options",
    "illegal_action",
    "replay",
    "sample_chance",
]

CHANCE: Final = -1
"""`GameState.current_player` where the next action is an outcome of chance."""

ANYONE: Final = -2
"""`GameState.current_player` where all play at once; each action then names its player."""


@dataclass(frozen=True, slots=True)
class SetupOption:
    """A choice that is made before a game starts, such as a variant.

    Attributes
    ----------
    name
        Its name in `GameState.new` and, with two dashes before it, on the command line.
    choices
        Every allowed value.
    default
        The value where none is given.
    summary
        One line of help.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    summary: str


class GameState(ABC):
    """An immutable position of one game.

    Subclasses are frozen, slotted dataclasses; equality and hashing are by value. A subclass is
    made known to the command line, the simulator and the conformance suite by its entry in
    `chatuchak_solver.games.registry`.
    """

    __slots__ = ()

    game: ClassVar[str]
    """The game's name on the command line, such as ``mercado``."""

    player_counts: ClassVar[range]
    """The allowed numbers of players."""

    setup_options: ClassVar[tuple[SetupOption, ...]] = ()
    """The choices that `new` takes in ``options``."""

    @classmethod
    @abstractmethod
    def new(
        cls,
        num_players: int,
        *,
        rng: np.random.Generator,
        data: Mapping[str, Any] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Set up a game.

        Parameters
        ----------
        num_players
            One of `player_counts`.
        rng
            The source of everything that the setup shuffles. Equal generators give equal games.
        data
            Replacements for fields of the game's shipped data file, where figures that the
            rulebook's text does not give are assumed; None for the shipped ones.
        options
            Values of `setup_options` by name; those left out take their defaults.

        Raises
        ------
        InvalidInstanceError
            If the number of players, an option or a data field is not allowed.
        """

    @property
    @abstractmethod
    def num_players(self) -> int:
        """The number of players."""

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The player to act, 0 for the start player, `CHANCE` or `ANYONE`.

        Once the game is over, the player who acted last.
        """

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def max_actions(self) -> int | None:
        """No game from this state takes more actions, chance included; None without a bound."""

    @property
    @abstractmethod
    def score_bounds(self) -> tuple[int, int]:
        """The lowest and the highest score that any player can have in this game."""

    @abstractmethod
    def legal_actions(self) -> tuple[str, ...]:
        """Return every legal action, sorted as texts, each once; empty exactly when it is over.

        At a chance event these are the outcomes.
        """

    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[str, int], ...]:
        """Return each outcome, sorted, with its positive weight; empty where no chance acts."""

    @abstractmethod
    def apply(self, action: str) -> Self:
        """Return the state after ``action``.

        Raises
        ------
        IllegalMoveError
            If the action cannot be read or is illegal, as made by `illegal_action`: the message
            says which rule it breaks.
        """

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Return each player's points as if the game ended now."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """Return the players who win if the game ends now, ascending; several share a tie."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description that `from_dict` reads back to an equal state.

        The field ``game`` holds the game's name.
        """

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a state from `to_dict`'s form.

        Raises
        ------
        InvalidInstanceError
            If a field is missing, unknown or breaks a rule; the message names the field.
        """

    @abstractmethod
    def __str__(self) -> str:
        """Return the position as a person reads it, over several lines."""


def illegal_action(action: str, rule: str) -> IllegalMoveError:
    """Return the error for ``action``, which breaks ``rule`` (one line, in the game's terms)."""
    return IllegalMoveError(f"illegal action {action!r}: {rule}")


def check_options(state: type[GameState], options: Mapping[str, str] | None) -> dict[str, str]:
    """Return a value for each of the state's setup options, defaults filled in.

    Raises
    ------
    InvalidInstanceError
        If an option is unknown or its value is none of the choices.
    """
    known = {option.name: option for option in state.setup_options}
    values = {option.name: option.default for option in state.setup_options}
    for name, value in (options or {}).items():
        if name not in known:
            names = ", ".join(known) or "none"
            raise InvalidInstanceError(f"{state.game} has no option {name!r}; it has: {names}")
        if value not in known[name].choices:
            choices = ", ".join(known[name].choices)
            raise InvalidInstanceError(f"option {name} is {value!r}; expected one of: {choices}")
        values[name] = value
    return values


def sample_chance(state: GameState, rng: np.random.Generator) -> str:
    """Draw one outcome of the chance event that ``state`` waits for, by its weights."""
    outcomes = state.chance_outcomes()
    ticket = int(rng.integers(sum(weight for _, weight in outcomes)))
    for action, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return action
    raise AssertionError("the weights of the outcomes add up")


S = TypeVar("S", bound="GameState")


def replay(state: S, log: Iterable[str]) -> S:
    """Return the state after every action of ``log``, chance outcomes included."""
    for action in log:
        state = state.apply(action)
    return state

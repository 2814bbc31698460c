"""The one contract that every game's state fulfills.

A state is an immutable value. An *action* is a small value of the game's own types; each has a
notation, a short text such as ``move 15`` or ``pass``, which logs, files and the command line
speak. Chance is explicit: where the game rolls a die or draws from a stack, the current player is
`CHANCE` and `GameState.chance_outcomes` lists every outcome with its weight, so that a game
replays exactly from its seed or from its start and its log of actions.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeAlias, TypeVar

from numpy.random import Generator

from chatuchak_solver.arguments import checked_mapping
from chatuchak_solver.document import JsonObject
from chatuchak_solver.errors import IllegalMoveError, InputError, InvalidInstanceError
from chatuchak_solver.games.facts import Facts, Tell, points_of
from chatuchak_solver.games.values import drawn
from chatuchak_solver.jsonable import Jsonable, plain

CHANCE: Final = -1
"""`GameState.current_player` where the next action is an outcome of chance."""

ANYONE: Final = -2
"""`GameState.current_player` where all play at once; each action then names its player."""

A = TypeVar("A")
"""The type of a game's actions: small, immutable, hashable values."""


class Numbering(Protocol[A]):
    """A fixed numbering, from 0, of all actions that a game of one setup may ever offer."""

    def __len__(self) -> int:
        """Return how many actions there are."""
        ...

    def number(self, action: A) -> int:
        """Return an action's number; InputError if it is none of the game's."""
        ...

    def action(self, number: int) -> A:
        """Return the action of a number; InputError if there is none."""
        ...


Data: TypeAlias = Mapping[str, object] | None
"""Fields that take the place of a game's shipped figures, as JSON has them; None if none do."""
Options: TypeAlias = Mapping[str, str] | None
"""Values of setup options by name; those left out take their defaults."""


@dataclass(frozen=True, slots=True)
class Forms:
    """How a game's states are written and read; the code stands beside the state, not in it.

    Attributes
    ----------
    to_dict, from_dict
        As `GameState.to_dict` and `GameState.from_dict`.
    describe
        The text of ``str(state)``.
    facts
        As `GameState.facts`.
    observe
        As `GameState.observation`; None where nothing is hidden from anybody.
    view
        As `GameState.view`; None where nothing is hidden from anybody.
    imagine
        Called with a state in which chance is next and a player, or None for what lies open:
        what it may bring as far as they know; None where that is what it may bring.
    """

    to_dict: Callable[[Any], Mapping[str, object]]
    from_dict: Callable[[Mapping[str, object]], Any]
    describe: Callable[[Any], str]
    facts: Tell = points_of
    observe: Callable[[Any, int], JsonObject] | None = None
    view: Callable[[Any, int], str] | None = None
    imagine: Callable[[Any, int | None], tuple[Any, ...]] | None = None


@dataclass(frozen=True, slots=True)
class SetupOption(Jsonable):
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

    written = "name choices default"

    name: str
    choices: tuple[str, ...]
    default: str
    summary: str


class GameState(ABC, Generic[A]):
    """An immutable position of one game, whose actions are of type ``A``.

    Subclasses are frozen dataclasses; equality and hashing are by value. A subclass is made known
    to the command line, the simulator and the conformance suite by its entry in
    `chatuchak_solver.games.registry`, and gets its `forms` from its package.
    """

    __slots__ = ()

    game: ClassVar[str]
    """The game's name on the command line, such as ``mercado``."""

    player_counts: ClassVar[range]
    """The allowed numbers of players."""

    setup_options: ClassVar[tuple[SetupOption, ...]] = ()
    """The choices that `new` takes in ``options``."""

    forms: ClassVar[Forms]
    """How states are written and read."""

    @classmethod
    @abstractmethod
    def new(
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
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
    def begins_turn(self) -> bool:
        """Whether the decision of the player to act is the first one of a turn of theirs."""
        return True

    @property
    @abstractmethod
    def max_actions(self) -> int | None:
        """No game from this state takes more actions, chance included; None without a bound."""

    @property
    @abstractmethod
    def score_bounds(self) -> tuple[int, int]:
        """The lowest and the highest score that any player can have in this game."""

    @property
    @abstractmethod
    def numbering(self) -> Numbering[A]:
        """All actions of the game by number; the same for all states of one setup."""

    @abstractmethod
    def legal_actions(self) -> tuple[A, ...]:
        """Return every legal action, each once, sorted by its text; empty exactly when it is over.

        At a chance event these are the outcomes.
        """

    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[A, int], ...]:
        """Return each outcome, sorted by its text, with its positive weight.

        Empty where no chance acts.
        """

    @abstractmethod
    def refusal(self, action: A) -> str | None:
        """Return the rule that forbids an action here, on one line, or None where it is legal."""

    @abstractmethod
    def after(self, action: A) -> Self:
        """Return the state after a legal action; nothing is checked."""

    @abstractmethod
    def parse(self, text: str) -> A:
        """Read an action's text, whether it is legal here or not.

        Raises
        ------
        IllegalMoveError
            If the text is no action, as made by `illegal_action`.
        """

    def format(self, action: A) -> str:
        """Return the text that `parse` reads as ``action``."""
        return str(action)

    def apply(self, action: A | str) -> Self:
        """Return the state after an action or its text, once it is known to be legal.

        Raises
        ------
        IllegalMoveError
            If the action cannot be read or is illegal, as made by `illegal_action`: the message
            says which rule it breaks.
        """
        parsed = self.parse(action) if isinstance(action, str) else action
        rule = self.refusal(parsed)
        if rule is not None:
            raise illegal_action(action if isinstance(action, str) else self.format(action), rule)
        return self.after(parsed)

    def legal_texts(self) -> tuple[str, ...]:
        """Return the texts of `legal_actions`, sorted."""
        return tuple(map(self.format, self.legal_actions()))

    def chance_texts(self) -> tuple[tuple[str, int], ...]:
        """Return `chance_outcomes` with the outcomes' texts."""
        return tuple((self.format(action), weight) for action, weight in self.chance_outcomes())

    def actions_of(self, player: int) -> tuple[A, ...]:
        """Return the legal actions of one player who may act, also where all play at once."""
        del player
        return self.legal_actions()

    def pick(self, player: int, draw: Callable[[int], int]) -> A | None:
        """Return one legal action of a player who may act, without making the others if it can.

        Parameters
        ----------
        player
            Whose action; `ANYONE`, where all play at once, for one of `legal_actions`.
        draw
            Called with the number of these actions, returns which of them, from 0.

        Returns
        -------
        The action; None, without a call, where there is none.
        """
        actions = self.legal_actions() if player == ANYONE else self.actions_of(player)
        return actions[draw(len(actions))] if actions else None

    def pick_outcome(self, draw: Callable[[int], int]) -> A:
        """Return one outcome of the chance event that is due, without making the others if it can.

        Parameters
        ----------
        draw
            Called with the sum of the outcomes' weights, returns a number below it, from 0. Of
            these every outcome has as many as its weight, in the order of `chance_outcomes`.

        Raises
        ------
        InputError
            If no chance event is due.
        """
        outcomes = self.chance_outcomes()
        if not outcomes:
            raise no_chance()
        weights = [weight for _, weight in outcomes]
        return outcomes[drawn(weights, range(len(weights)), draw)][0]

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Return each player's points as if the game ended now."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """Return the players who win if the game ends now, ascending; several share a tie."""

    def observation(self, player: int) -> JsonObject:
        """Return all that a player may see, ready for JSON; nothing that is hidden from them.

        Raises
        ------
        InputError
            If there is no such player.
        """
        check_player(self, player)
        observe = self.forms.observe
        return self.to_dict() if observe is None else observe(self, player)

    def view(self, player: int) -> str:
        """Return the position as a player sees it, over several lines; nothing hidden is in it.

        Raises
        ------
        InputError
            If there is no such player.
        """
        check_player(self, player)
        view = self.forms.view
        return str(self) if view is None else view(self, player)

    def facts(self) -> tuple[Facts, ...]:
        """Return what everybody may see beside the boards, as tables of words and numbers."""
        return self.forms.facts(self)

    def guess(self, player: int, rng: Generator) -> Self:
        """Return a state that this one may be, as far as a player can see.

        What is hidden from the player is redrawn; the state itself where nothing is.

        Raises
        ------
        InputError
            If there is no such player.
        """
        del rng
        check_player(self, player)
        return self

    def to_dict(self) -> JsonObject:
        """Return a JSON-ready description that `from_dict` reads back to an equal state.

        The field ``game`` holds the game's name.
        """
        document: JsonObject = plain(self.forms.to_dict(self))
        return document

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read a state from `to_dict`'s form.

        Raises
        ------
        InvalidInstanceError
            If a field is missing, unknown or breaks a rule; the message names the field.
        """
        state: Self = cls.forms.from_dict(data)
        return state

    def __str__(self) -> str:
        """Return the position as a person reads it, over several lines."""
        return self.forms.describe(self)


AnyState: TypeAlias = GameState[Any]
"""A state of any game, whatever its actions are."""


def illegal_action(action: str, rule: str) -> IllegalMoveError:
    """Return the error for ``action``, which breaks ``rule`` (one line, in the game's terms)."""
    return IllegalMoveError(f"illegal action {action!r}: {rule}")


def check_player(state: AnyState, player: int) -> None:
    """Raise InputError unless a state has a player of that number."""
    if not 0 <= player < state.num_players:
        raise InputError(f"players are 0 to {state.num_players - 1}, found {player}")


def check_options(state: type[AnyState], options: Options) -> dict[str, str]:
    """Return a value for each of the state's setup options, defaults filled in.

    Raises
    ------
    InvalidInstanceError
        If an option is unknown or its value is none of the choices.
    """
    known = {option.name: option for option in state.setup_options}
    values = {option.name: option.default for option in state.setup_options}
    for name, value in checked_mapping(options, what="the options").items():
        if name not in known:
            names = ", ".join(known) or "none"
            raise InvalidInstanceError(f"{state.game} has no option {name!r}; it has: {names}")
        if value not in known[name].choices:
            choices = ", ".join(known[name].choices)
            raise InvalidInstanceError(f"option {name} is {value!r}; expected one of: {choices}")
        values[name] = value
    return values


def sample_chance(state: GameState[A], rng: Generator) -> A:
    """Draw one outcome of the chance event that ``state`` waits for, by its weights.

    Raises
    ------
    InputError
        If it waits for none.
    """
    return state.pick_outcome(lambda weights: int(rng.integers(weights)))


def next_of_all(state: AnyState, rng: Generator) -> int:
    """Draw who is next where all play at once: everybody is equally fast."""
    able = [player for player in range(state.num_players) if state.actions_of(player)]
    return able[int(rng.integers(len(able)))]


def no_chance() -> InputError:
    """Return the error for an outcome where no chance event is due."""
    return InputError("no chance event is due here: the current player is not CHANCE")


S = TypeVar("S", bound=AnyState)


def play_log(state: S, log: Iterable[str]) -> S:
    """Return the state after every action of ``log``, chance outcomes included.

    Raises
    ------
    IllegalMoveError
        If an action of it is illegal.
    """
    for action in log:
        state = state.apply(action)
    return state

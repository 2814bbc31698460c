"""The descriptor of a game: its short rules and its parts."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeAlias

from numpy.random import Generator

from chatuchak_solver.arguments import check_choice
from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Form, JsonObject, convert, error_context
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import players as common_players
from chatuchak_solver.games.contract import AnyState, StateCodec
from chatuchak_solver.games.facts import Boards, Moved, Piece, Pieces, SetupPart
from chatuchak_solver.games.score_form import ScoreForm
from chatuchak_solver.games.tree_search import TreeSearch, look_ahead
from chatuchak_solver.io.package_data import load_form
from chatuchak_solver.puzzle.start_tiles import StartTiles

LANGUAGES = ("en", "de")


class RuleSection(Form, frozen=True):
    """A part of a game's rules: its subject and paragraphs."""

    title: str
    lines: tuple[str, ...]


class ShortRules(Form, frozen=True):
    """A game's rules in short.

    Attributes
    ----------
    language
        One of `LANGUAGES`.
    sections
        The parts; the last one lists the assumptions.
    """

    game: str
    language: str
    sections: tuple[RuleSection, ...]

    def __str__(self) -> str:
        """Return titles with their paragraphs."""
        sections = ("\n  ".join((part.title, *part.lines)) for part in self.sections)
        return "\n\n".join(sections)


Observe: TypeAlias = Callable[[Any, Any, Any], Iterable[tuple[str, str]]]
"""Yields events between a state, an action and the next state.

Each event is a (row, column) pair of the designer's table: ``("group:R", "taken over")``.
"""

TIMES = "times a game"
"""The column of events that are only counted."""

IN_PLAY = "in play"
"""The column of an event that occurs once in each game with this row.

The row's figures then count these games only.
"""

ADVISOR = re.compile("advisor:([1-9][0-9]{0,6})")


def observe_verbs(before: AnyState, action: Any, after: AnyState) -> Iterable[tuple[str, str]]:
    """Count an action by its first word other than a player's number."""
    del after
    words = before.format(action).split(" ")
    return ((words[words[0].isdecimal()], TIMES),)


@dataclass(frozen=True, slots=True)
class Game:
    """One game.

    Attributes
    ----------
    state
        The `GameState` subclass.
    summary
        One line of help.
    rules
        The module of the rules; None if the state's methods are the rules.
    evaluate
        Maximized by greedy and look-ahead players, called with a state and a player; by default the
        lead over the best other player.
    rate
        Rates the actions of greedy and look-ahead players in a faster way, or with hidden
        information; None for the evaluation of the resulting states.
    players
        Factories (no arguments) of own players by name; they add to, or replace, ``random``,
        ``greedy``, ``look-ahead`` and ``advisor``.
    adviser
        Returns an adviser, called with the greedy player; a tree search by default.
    observe
        The `Observe` function of the designer's table; by default it counts verbs.
    columns
        The first columns of the table.
    setup_parts
        Returns the parts of a manual setup, called with the start and the numbered start tiles.
    lay_parts
        Puts pieces into the document of a start: called with the start, its document, the pieces
        and the generator for redrawn parts.
    score
        The score form; None without one.
    moved
        Returns the change of a player's board, called with the states around the action and the
        player; None if the action's text suffices.
    pictured_board
        Returns the board in a picture of a saved game; None without one.
    pieces
        Returns the pieces that a viewer can place, called with a state and a viewer.
    words
        Returns the descriptions of a state's pieces by name.
    title
        Returns the title of a finished game; None without one.
    shipped_parts
        Returns the parts with shipped values in a game, called with its start and the box.
    parts
        The parts of the box for the setup.
    example
        A first action of a new game of seed 7, for help texts.
    details
        The notation of actions, for help texts.
    learner_options
        The setup options that are parameters for learners.
    observer
        Returns the `adapters.observations.parts.Observer` of a start; None for the shipped games.
    """

    state: type[AnyState]
    summary: str
    codec: StateCodec
    rules: ModuleType | None = None
    evaluate: common_players.Evaluate = common_players.score_margin
    rate: common_players.Rate | None = None
    players: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    adviser: Callable[[common_players.GreedyPlayer], common_players.Adviser] = TreeSearch
    observe: Observe = observe_verbs
    columns: tuple[str, ...] = ()
    setup_parts: Callable[[Any, StartTiles], tuple[SetupPart, ...]] = lambda *_: ()
    lay_parts: Callable[[Any, JsonObject, Pieces, Generator], None] = lambda *_: None
    score: ScoreForm | None = None
    boards: Boards = lambda *_: ()
    moved: Callable[[Any, Any, int], Moved | None] = lambda *_: None
    pictured_board: Callable[[Any], Any] | None = None
    pieces: Callable[[Any, int | None], Sequence[Piece]] = lambda *_: ()
    words: Callable[[Any], Mapping[str, str]] = lambda _: {}
    title: Callable[[Any], object] = lambda _: None
    shipped_parts: Callable[[Any, Box], Sequence[Part]] = lambda *_: ()
    parts: tuple[Part, ...] = ()
    example: str = "ACTION"
    details: str = ""
    learner_options: tuple[str, ...] = ()
    observer: Callable[[Any], Any] | None = None

    def __post_init__(self) -> None:
        self.state.codec = self.codec
        if self.rules is not None:
            self.state.rules = self.rules

    @property
    def name(self) -> str:
        """The name on the command line."""
        return self.state.game

    def short_rules(self, language: str = "en") -> ShortRules:
        """Return the rules for new players; only shipped games have some."""
        games = load_form("game_rules.json", JsonObject)["games"]
        texts = convert(games.get(self.name, {}), dict[str, tuple[RuleSection, ...]])
        check_choice(language, tuple(texts), name="language")
        return ShortRules(self.name, language, texts[language])

    def with_setup(
        self, start: AnyState, given: Pieces, rng: Generator, tiles: StartTiles
    ) -> AnyState:
        """Return a start with given parts, for example the market's cards, from a real table.

        Other parts are redrawn if they need the same pieces.

        Parameters
        ----------
        start
            Before the first action.
        given
            The pieces by part name.
        rng
            The generator for redrawn parts.
        tiles
            The numbered start tiles of the box.
        """
        parts = {part.name: part for part in self.setup_parts(start, tiles)}
        pieces: dict[str, tuple[str, ...]] = {}
        for name, named in given.items():
            check_choice(name, tuple(parts), name="part of the setup")
            with error_context(name):
                pieces[name] = parts[name].check_pieces(named)
        if not pieces:
            return start
        document = start.to_dict()
        self.lay_parts(start, document, pieces, rng)
        return self.state.from_dict(document)

    def make_adviser(self) -> common_players.Adviser:
        """Return a new adviser."""
        return self.adviser(common_players.GreedyPlayer(self.evaluate, self.rate))

    def describe_events(self, before: AnyState, action: Any, after: AnyState) -> Iterable[str]:
        """Yield gains and losses of an action, for example ``group:R from the center``.

        Only for games with named columns in their designer's table.
        """
        for row, column in self.observe(before, action, after):
            if column in self.columns:
                yield f"{row} {column}"

    @property
    def _factories(self) -> Mapping[str, Callable[[], common_players.Player]]:
        greedy = common_players.GreedyPlayer(self.evaluate, self.rate)
        return {
            "random": common_players.RandomPlayer,
            "greedy": lambda: greedy,
            "look-ahead": lambda: look_ahead(greedy),
            "advisor": lambda: common_players.AdvisorPlayer(self.make_adviser()),
            **self.players,
        }

    @property
    def player_names(self) -> tuple[str, ...]:
        """The valid names for `make_player`."""
        return tuple(self._factories)

    def make_player(self, name: str) -> common_players.Player:
        """Return a new player; ``advisor:N`` is the advisor with N playouts per decision."""
        if match := ADVISOR.fullmatch(name):
            return common_players.AdvisorPlayer(self.make_adviser(), int(match[1]))
        if name not in self._factories:
            names = ", ".join(self.player_names)
            raise InvalidInstanceError(f"{self.name} has no player {name!r}; it has: {names}")
        return self._factories[name]()

"""Files: a stand in progress, for ``stand place``, ``plan`` and ``show``, and a finished game."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self, TypeAlias

import numpy as np
from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_all, check_choice, check_type
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, DeckField, resolve_deck
from chatuchak_solver.stand.groups import Announcement, tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.problem import Order
from chatuchak_solver.stand.scoring import (
    Entry,
    FinalScore,
    Teams,
    Variant,
    check_teams,
    score,
    why_not_announced,
)
from chatuchak_solver.stand.space import Goods, check_goods, read_goods, space_text
from chatuchak_solver.stand.stand import MAX_CARDS, STAND_CARDS, Stand, StandField

MAX_PLAYERS = 4
Seat = Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)]
CardNames: TypeAlias = tuple[str, ...]
PlannedCards = Annotated[CardNames, Meta(max_length=MAX_CARDS)]


class RequestFile(codec.Form, frozen=True, kw_only=True):
    """A request file; null is the same as an absent field.

    Attributes
    ----------
    deck
        The name of a deck file, or a deck.
    variant
        Determines the number of goods that the player will announce.
    stand
        The player's stand so far.
    hand, market
        The playable cards.
    cards
        The cards of a plan; by default those of ``stand``.
    order
        Whether the order of a plan's ``cards`` is free or fixed.
    announced
        Goods that other players announced or are expected to announce.
    """

    deck: str | DeckField | None = None
    variant: Variant | None = None
    stand: StandField | None = None
    hand: CardNames | None = None
    market: CardNames | None = None
    cards: PlannedCards | None = None
    order: Order | None = None
    announced: Goods | None = None


@dataclass(frozen=True, slots=True)
class StandRequest:
    """One player's stand, during or after a game; see `RequestFile`.

    Attributes
    ----------
    stand
        May be empty.
    cards
        The cards for a plan of a whole stand; by default those of ``stand``.
    fixed_order
        Whether a plan retains the order of ``cards``.
    """

    deck: Deck
    variant: Variant
    stand: Stand
    hand: tuple[Card, ...]
    market: tuple[Card, ...]
    cards: tuple[Card, ...]
    fixed_order: bool
    announced: Announcement

    def __post_init__(self) -> None:
        check_type(self.deck, Deck, name="deck", hint="shipped_deck()")
        check_type(self.variant, Variant, name="variant", hint="Variant.STANDARD")
        check_type(self.stand, Stand, name="stand", hint="Stand()")
        for name in ("hand", "market", "cards"):
            cards = check_all(getattr(self, name), Card, name=name, hint="deck[id]")
            object.__setattr__(self, name, cards)
        check_type(self.fixed_order, bool, name="fixed_order")
        object.__setattr__(self, "announced", check_goods(self.announced))

    @property
    def own_goods(self) -> int:
        """The number of announced goods: 2 in the two-player variant, otherwise 1."""
        return self.variant.announced

    @property
    def candidates(self) -> tuple[Card, ...]:
        """The playable cards: the hand, then the market."""
        return self.hand + self.market

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The deck's cards that are neither placed nor available."""
        named = {card.id for card in (*self.stand.cards, *self.candidates)}
        return tuple(card for card in self.deck if card.id not in named)

    @classmethod
    def from_dict(
        cls,
        document: object,
        *,
        directory: Path | None = None,
        deck: Deck | None = None,
        source: str = "",
    ) -> Self:
        """Return the request of a request file's content.

        Parameters
        ----------
        directory
            The folder with deck files; the current folder is the fallback.
        deck
            By default the shipped deck.
        source
            The document's name in messages.

        Raises
        ------
        InvalidInstanceError
            If a field is unknown or invalid; the message names its path.
        """
        file = codec.convert(document, RequestFile, source=source)
        with codec.error_context(source):
            deck = resolve_deck(file.deck, directory=directory or Path(), default=deck)
            stand = Stand.from_list(file.stand or (), deck, path="stand")
            hand, market, cards = (
                _read_cards(file, deck, name) for name in ("hand", "market", "cards")
            )
            codec.check_unique(
                (f"{name}[{index}]", card.id)
                for name, group in (("stand", stand.cards), ("hand", hand), ("market", market))
                for index, card in enumerate(group)
            )
            return cls(
                deck=deck,
                variant=file.variant or Variant.STANDARD,
                stand=stand,
                hand=hand,
                market=market,
                cards=stand.cards if file.cards is None else cards,
                fixed_order=file.order == "fixed",
                announced=read_goods(file.announced or (), "announced"),
            )


def load_request(path: codec.Source) -> StandRequest:
    """Read a request from a file, bytes or a mapping.

    Raises
    ------
    InvalidInstanceError
        If it is invalid; the message names the file and the path.
    """
    document, name = codec.read_json(path)
    return StandRequest.from_dict(document, directory=Path(name).parent, source=name)


class PlayerForm(codec.Form, frozen=True, kw_only=True):
    """A player of a stand file; null is the same as an absent field.

    Attributes
    ----------
    name
        The name.
    announce
        The goods that the player announces.
    placements
        The player's cards, in the order of placement.
    visible
        The stand as seen, row by row.
    """

    name: codec.Label
    announce: Goods | None = None
    placements: StandField | None = None
    visible: Annotated[tuple[str, ...], Meta(min_length=1)] | None = None


class GameForm(codec.Form, frozen=True, kw_only=True):
    """A stand file; null is the same as an absent field.

    Attributes
    ----------
    players
        The players, in seat order.
    deck
        The name of a deck file, or a deck.
    variant
        By default ``two-player`` for two players and ``teams`` if there are teams.
    teams
        The players of each team, from 0.
    """

    players: Annotated[tuple[PlayerForm, ...], Meta(min_length=2, max_length=MAX_PLAYERS)]
    deck: str | DeckField | None = None
    variant: Variant | None = None
    teams: tuple[tuple[Seat, Seat], tuple[Seat, Seat]] | None = None


@dataclass(frozen=True, slots=True)
class PlayerStand:
    """One player of a stand file.

    Attributes
    ----------
    picture
        The stand as seen.
    stand
        Its placements, if the file has them.
    announced
        None for the best choice.
    """

    name: str
    picture: Picture
    stand: Stand | None
    announced: Announcement | None

    def __post_init__(self) -> None:
        check_type(self.name, str, name="player's name")
        check_type(self.picture, Picture, name="picture", hint="Stand.picture()")
        if self.stand is not None:
            check_type(self.stand, Stand, name="stand")
        if self.announced is not None:
            object.__setattr__(self, "announced", check_goods(self.announced))

    def doubts(self) -> tuple[str, ...]:
        """Return the reasons why this may not be a finished stand."""
        if self.stand is None:
            doubts = (f"{doubt}: not a possible stand" for doubt in self.picture.doubts())
            return tuple(Sentence("no_stand", doubt) for doubt in doubts)
        if not self.stand.is_complete:
            count = len(self.stand)
            text = f"{count} of {STAND_CARDS} cards are placed: not finished"
            return (Sentence("unfinished", text, n=count),)
        return ()


@dataclass(frozen=True, slots=True)
class StandFile:
    """A finished game of the market stand."""

    deck: Deck
    variant: Variant
    teams: Teams | None
    players: tuple[PlayerStand, ...]

    def __post_init__(self) -> None:
        check_type(self.deck, Deck, name="deck", hint="shipped_deck()")
        check_type(self.variant, Variant, name="variant", hint="Variant.STANDARD")
        if self.teams is not None:
            check_type(self.teams, tuple, name="teams", hint="((0, 2), (1, 3))")
        players = check_all(self.players, PlayerStand, name="players")
        object.__setattr__(self, "players", players)

    @classmethod
    def from_dict(
        cls,
        document: object,
        *,
        directory: Path | None = None,
        deck: Deck | None = None,
        source: str = "",
    ) -> Self:
        """Return the game of a stand file's content.

        Parameters
        ----------
        directory, deck, source
            As in `StandRequest.from_dict`.

        Raises
        ------
        InvalidInstanceError
            If it is invalid; the message names the path.
        """
        file = codec.convert(document, GameForm, source=source)
        with codec.error_context(source):
            deck = resolve_deck(file.deck, directory=directory or Path(), default=deck)
            variant = file.variant or Variant.usual(len(file.players), teams=bool(file.teams))
            with codec.error_context("players"):
                variant.check_players(len(file.players))
            with codec.error_context("teams"):
                teams = check_teams(variant, file.teams) or None
            codec.check_unique(
                (f"players[{seat}].name", player.name) for seat, player in enumerate(file.players)
            )
            players = tuple(
                _read_player(player, deck, f"players[{seat}]")
                for seat, player in enumerate(file.players)
            )
            codec.check_unique(
                (f"players[{seat}].placements[{index}].card", card.id)
                for seat, player in enumerate(players)
                if player.stand is not None
                for index, card in enumerate(player.stand.cards)
            )
            for seat, player in enumerate(players):
                if player.announced is not None:
                    shown = tally(player.picture)
                    reason = why_not_announced(shown, player.announced, variant.announced)
                    if reason:
                        raise InputError(f"players[{seat}].announce: {reason}")
        return cls(deck, variant, teams, players)

    def seats(self, player: str | None = None) -> list[int]:
        """Return the seat of a player, or of all players with known placements."""
        names = [other.name for other in self.players]
        if player is not None:
            return [names.index(check_choice(player, names, name="player"))]
        seats = [seat for seat, other in enumerate(self.players) if other.stand is not None]
        if not seats:
            raise InputError("no player's placements are known: expected placements, not pictures")
        return seats

    @property
    def deck_in_use(self) -> Deck | None:
        """The deck, or None if all stands are given as seen."""
        return self.deck if any(player.stand is not None for player in self.players) else None

    def score(self) -> FinalScore:
        """Return the final scores."""
        entries = [
            Entry(player.name, tally(player.picture), player.announced) for player in self.players
        ]
        return score(entries, self.variant, self.teams)


def load_stand_file(path: codec.Source) -> StandFile:
    """Read a stand file, or its content as bytes or a mapping.

    Raises
    ------
    InvalidInstanceError
        If it is invalid; the message names the file and the place.
    """
    document, name = codec.read_json(path)
    return StandFile.from_dict(document, directory=Path(name).parent, source=name)


def _read_cards(file: RequestFile, deck: Deck, path: str) -> tuple[Card, ...]:
    cards = []
    for index, name in enumerate(getattr(file, path) or ()):
        with codec.error_context(f"{path}[{index}]"):
            cards.append(deck[name])
    codec.check_unique((f"{path}[{index}]", card.id) for index, card in enumerate(cards))
    return tuple(cards)


def _read_player(form: PlayerForm, deck: Deck, path: str) -> PlayerStand:
    stand = picture = None
    if form.placements is not None:
        stand = Stand.from_list(form.placements, deck, path=f"{path}.placements")
        if not 1 <= len(stand) <= STAND_CARDS:
            raise InputError(
                f"{path}.placements: expected 1 to {STAND_CARDS} placements, found {len(stand)}"
            )
        picture = stand.picture()
    if form.visible is not None:
        with codec.error_context(f"{path}.visible"):
            seen = Picture.parse(form.visible)
            if picture is not None:
                _check_agreement(picture, seen.trimmed())
        picture = picture or seen
    if picture is None:
        raise InputError(f'{path}: missing stand: expected "placements" or "visible"')
    announced = None if form.announce is None else read_goods(form.announce, f"{path}.announce")
    return PlayerStand(form.name, picture, stand, announced)


def _check_agreement(placed: Picture, seen: Picture) -> None:
    if (placed.height, placed.width) != (seen.height, seen.width):
        raise InputError(
            f"{seen.height} rows of {seen.width} spaces differ from the placements: expected "
            f"{placed.height} rows of {placed.width}"
        )
    for y, x in np.argwhere(placed.array() != seen.array()).tolist()[:1]:
        found, expected = space_text(seen.rows[y][x]), space_text(placed.rows[y][x])
        raise InputError(
            f"row {y + 1}, column {x + 1} shows {found}, the placements show {expected}: later "
            "cards lie on top, never tucked under"
        )

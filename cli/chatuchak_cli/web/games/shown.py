"""The page's view of a game, without hidden information, and pictures with places for taps."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from chatuchak_cli.shared.score_forms import page_form, score_forms
from chatuchak_cli.shared.screen import Screen
from chatuchak_cli.web.address import qr_svg
from chatuchak_cli.web.assets import GAMES as GAMES_PAGE
from chatuchak_cli.web.games.rooms import HOST, Room
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver import Box, Grid
from chatuchak_solver.codec import JsonObject, to_builtins
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.registry import GAMES, assumed_in_game, game_entry
from chatuchak_solver.games.session import HUMAN, Step
from chatuchak_solver.rendering.boards import board_svg, piece_svg, places
from chatuchak_solver.rendering.svg import Area

MAX_LOGGED = 60
MAX_LAST_STEPS = 15
"""Steps in which every player has acted, including the die."""


@cache
def kinds() -> JsonObject:
    """Return the games (picture, numbers of players, seats and options) and the score forms."""
    games = []
    for entry in GAMES:
        state, counts = entry.state, entry.state.player_counts
        start = state.new(counts[0], rng=np.random.default_rng(1))
        games.append(
            {
                "game": entry.name,
                "picture": (boards_of(start, None, 0) or cards_of(start, 0))[0]["svg"],
                "least": counts[0],
                "most": counts[-1],
                "seats": [HUMAN, *sorted(entry.player_names)],
                "options": to_builtins(state.setup_options),
                "hides": state.codec.observe is not None,
                "simultaneous": state.is_simultaneous,
                "sheet": entry.score and entry.score.name,
            }
        )
    sheets = {name: page_form(form) for name, form in score_forms().items()}
    return {"games": games, "sheets": sheets}


def codes_shown(room: Room, place: int, base: str) -> JsonObject:
    """Return the codes and links of seats on phones, for the host."""
    if place != HOST:
        raise RefusedError("host_gives", 403)
    codes = []
    for seat in room.phones:
        url = f"{base}{GAMES_PAGE}#play={room.code(seat)}"
        shown = {"seat": seat, "code": room.code(seat), "short": room.shorts[seat], "url": url}
        codes.append({**shown, "svg": qr_svg(url).decode()})
    return {"codes": codes}


def position_shown(state: AnyState, start: AnyState, box: Box) -> JsonObject:
    """Return the public facts of a position, and the assumed parts of its setup."""
    title = game_entry(state.game).title(state)
    return {
        "over": state.is_over,
        "facts": to_builtins(state.facts()),
        "title": None if title is None else str(title),
        "assumed": list(assumed_in_game(start, box)),
    }


def room_shown(room: Room, place: int, box: Box) -> JsonObject:
    """Return the view of a game for a seat or the host."""
    screen, session = room.screen_at(place), room.session
    state, mover, viewer = session.state, session.current_player, screen.viewer
    is_open = screen.awaited is None
    chooses = is_open and screen.is_asked
    shown = position_shown(state, session.record.start, box) | {
        "room": room.code(place),
        "game": state.game,
        "simultaneous": state.is_simultaneous,
        "seats": list(session.seats),
        "names": list(session.names),
        "people": list(screen.people),
        "phones": list(room.phones),
        "present": room.present,
        "host": place == HOST,
        "changes": room.changes,
        "saves": room.may_save(place),
        "gives": [seat for seat in range(len(session.seats)) if room.may_give(seat)],
        "hides": screen.hides,
        "steps": len(room.steps),
        "mover": mover,
        "awaited": screen.awaited,
        "viewer": viewer,
        "asked": screen.is_asked,
        "computer": room.waits_for_a_computer,
        "can_undo": room.may_undo(place),
        "log": _log(room, screen),
        "boards": boards_of(state, viewer, mover) if is_open else [],
        "moved": last_moves(room.steps) if is_open else {},
        "actions": list(screen.choices()) if chooses else [],
        "words": _words(screen) if chooses else {},
        "gains": _gains(screen) if chooses else {},
        "cards": cards_of(state, viewer) if chooses and mover == viewer else [],
        "text": "",
    }
    if is_open and (state.is_over or not screen.hides):
        shown["text"] = str(state)
    elif is_open and viewer is not None:
        shown["text"] = state.view(viewer)
    if is_open and state.is_over:
        shown |= {"scores": list(state.scores()), "winners": list(state.winners())}
    return shown


def _log(room: Room, screen: Screen) -> list[JsonObject]:
    """Return the latest steps, newest first; hidden actions are null."""
    entry = game_entry(room.session.state.game)
    log = []
    for step in reversed(room.steps[-MAX_LOGGED:]):
        seen = screen.sees(step)
        events = entry.describe_events(step.before, step.taken, step.after) if seen else ()
        action = step.action if seen else None
        log.append({"player": step.player, "action": action, "events": list(events)})
    return log


def _gains(screen: Screen) -> dict[str, int]:
    """Return the cost or income of the current player's actions, in games with coins."""
    state, mover = screen.session.state, screen.session.current_player
    if mover < 0 or not any("coins" in table.head for table in state.facts()):
        return {}
    before = state.scores()[mover]
    return {text: state.apply(text).scores()[mover] - before for text in screen.choices()}


def _words(screen: Screen) -> dict[str, str]:
    """Return the faces of possible draws known to the viewer, by name."""
    state = screen.session.state
    if screen.session.current_player >= 0:
        return {}
    words = game_entry(state.game).words(state)
    drawn = {choice.rpartition(" ")[2] for choice in screen.choices()} if words else set()
    return {name: text for name, text in words.items() if name in drawn}


def boards_of(state: AnyState, viewer: int | None, mover: int) -> list[JsonObject]:
    """Return the pictures of a position, that of the current player first.

    Each is ``{"title", "svg", "large", "taps"}``; taps are the places of words in actions.

    Parameters
    ----------
    viewer
        The player who may see hidden cards, or None.
    mover
        The current player, or `CHANCE`.
    """
    found: list[JsonObject] = []
    for board in game_entry(state.game).boards(state, viewer, mover):
        shows, taps = board.shows, places(board.shows) if board.taps else {}
        found.append(
            {
                "title": board.title,
                "svg": str(board_svg(shows, board.caption)),
                "large": board.large,
                "taps": {word: [round(part, 5) for part in area] for word, area in taps.items()},
            }
        )
        if isinstance(shows, Grid):
            found[-1]["letters"] = str(shows).replace("/", "")
        if (bounds := getattr(shows, "bounds", None)) is not None:
            found[-1]["spaces"] = list(bounds)
    return found


def last_moves(steps: Sequence[Step]) -> dict[str, list[Area | None]]:
    """Return the places before (or None) and after of the last moves, by board."""
    found: dict[str, list[Area | None]] = {}
    for step in reversed(steps[-MAX_LAST_STEPS:]):
        title, moved_by = seat_name(step.player), game_entry(step.before.game).moved
        if title in found or step.player < 0:
            continue
        if moved := moved_by(step.before, step.after, step.player):
            at = places(moved.shows)
            found[title] = [None if moved.origin is None else at[moved.origin], at[moved.target]]
    return found


def cards_of(state: AnyState, viewer: int | None) -> list[JsonObject]:
    """Return the pieces that the viewer can place, with their pictures and places."""
    return [
        {
            "source": piece.source,
            "card": piece.name,
            "svg": str(piece_svg(piece)),
            "places": [
                {"action": action, "x": x, "y": y, "turn": turn}
                for action, (x, y, turn) in piece.places.items()
            ],
        }
        for piece in game_entry(state.game).pieces(state, viewer)
    ]

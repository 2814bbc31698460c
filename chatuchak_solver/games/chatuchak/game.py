"""The multiplayer game of Chatuchak."""

from collections.abc import Iterator
from functools import partial

from chatuchak_solver.box import CHATUCHAK_PARTS
from chatuchak_solver.games.chatuchak import rules
from chatuchak_solver.games.chatuchak.actions import Action
from chatuchak_solver.games.chatuchak.document import faults, lay_parts, setup_parts
from chatuchak_solver.games.chatuchak.players import RandomMover, evaluate, solver_player
from chatuchak_solver.games.chatuchak.score_file import FORM
from chatuchak_solver.games.chatuchak.setup import shipped_parts
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.text import boards, facts, format_state, moved
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import IN_PLAY, TIMES, Game
from chatuchak_solver.games.tree_search import TreeSearch

COLUMNS = (
    "from the center", "taken over", "broken up", "came back", "in a grid at the end",
    "beside one at the end",
)  # fmt: skip
FROM_CENTER, TAKEN_OVER, BROKEN_UP, CAME_BACK, HELD, BESIDE = COLUMNS


def observe(
    before: ChatuchakState, action: Action, after: ChatuchakState
) -> Iterator[tuple[str, str]]:
    """Yield the events of markers; actions count by their first word."""
    if before.rolling:
        if after.is_over:
            yield from _final_places(after)
        return
    yield str(action).split(" ", 1)[0], TIMES
    for index, (old, new) in enumerate(zip(before.markers, after.markers, strict=True)):
        if old != new:
            yield new.marker.name, FROM_CENTER if old.holder is None else TAKEN_OVER
        elif new.holder == before.turn:  # a move affects markers of its player only
            fitted, fits = before.fits(before.turn, index), after.fits(before.turn, index)
            if fitted != fits:
                yield new.marker.name, CAME_BACK if fits else BROKEN_UP


def _final_places(state: ChatuchakState) -> Iterator[tuple[str, str]]:
    for index, row in enumerate(state.markers):
        yield row.marker.name, IN_PLAY
        if row.holder is not None:
            yield row.marker.name, HELD if state.fits(row.holder, index) else BESIDE


GAME = Game(
    ChatuchakState,
    "Chatuchak for 2 to 5 players: group booths, win markers, beat the clock.",
    StateCodec(format_state, facts, faults=faults),
    rules,
    players={"random": RandomMover, "solver": solver_player},
    evaluate=evaluate,
    adviser=partial(TreeSearch, turns=4),
    observe=observe,
    columns=COLUMNS,
    setup_parts=setup_parts,
    lay_parts=lay_parts,
    score=FORM,
    boards=boards,
    moved=moved,
    parts=("tiles", "tile_sides", *CHATUCHAK_PARTS[:-1]),
    shipped_parts=shipped_parts,
    example="move 1",
    learner_options=("rule",),
    details="Actions are `move SPOT` (the booth on that spot goes to the empty one) and `pass` "
    "(for the rest of the game); chance is `roll 1` to `roll 12`.",
)

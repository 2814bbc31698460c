"""The game at the keyboard: keys and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any

from chatuchak_cli.play.session import PlaytestRecord, PuzzleSession
from chatuchak_cli.shared import files
from chatuchak_cli.shared.puzzle_words import game_words, hint_words, move_words
from chatuchak_solver import Grid, MoveRule, SoloRanks, Solution, Stop, review, solve
from chatuchak_solver.analysis.graded_hint import LEVELS, hint_of
from chatuchak_solver.errors import ChatuchakError
from chatuchak_solver.rendering.templates import sentences

SEARCH_S: Mapping[MoveRule, float] = {MoveRule.JUMP: 10.0, MoveRule.SLIDE: 1.0}
"""Maximum seconds of a search; jumps take milliseconds, slides the full time."""

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(eq=False)
class PuzzlePlayer:
    """One person at the keyboard.

    Attributes
    ----------
    grids
        New start grids.
    ended
        Ends searches.
    chosen, hinted
        Spots of booths, or None.
    """

    session: PuzzleSession
    _: KW_ONLY
    ranks: SoloRanks
    grids: Iterator[Grid]
    file: Path
    ended: Stop = Stop()  # noqa: RUF009
    record: PlaytestRecord | None = None
    chosen: int | None = None
    hinted: int | None = None
    goal: Grid | None = None
    message: str = ""
    hints: int = 0
    undos: int = 0
    unsaved: bool = False
    _typed: str = ""
    _hint_level: int = 0

    def press(self, key: str) -> bool:
        """Execute a key; return whether the game continues."""
        if key in ("q", "interrupt"):
            return False
        self.message = ""
        if key in ARROWS:
            self._move_choice(*ARROWS[key])
        elif key.isascii() and key.isdigit():
            self._type(key)
        else:
            typed, self._typed = self._typed, ""
            action = ACTIONS.get(key.lower() if len(key) == 1 else key)
            if action is not None:
                action(self)
            elif key != typed:
                self.message = "Unknown key: see the list below."
        return True

    def rank(self, more: int = 0) -> str | None:
        """Return the solo rank after the moves so far and ``more`` moves."""
        total = len(self.session.moves) + more
        return self.ranks.of_game(total, rule=self.session.rule, board=self.session.grid.board)

    def message_of(self, kind: str, rank: str | None = None, **values: Any) -> str:
        """Return a message about the game: solved, hint, optimal or end."""
        game = self.session
        return sentences(
            "play_message.txt", kind=kind, rank=rank, game=game, moves=len(game.moves), **values
        )  # fmt: skip

    def search(self, grid: Grid, stop: Stop | None = None, **more: Any) -> Solution:
        """Find a solution immediately; proven for jumps."""
        stop = Stop(time_s=SEARCH_S[self.session.rule]) | (stop or self.ended)
        return solve(grid, rule=self.session.rule, stop=stop, **more)

    def save(self) -> None:
        """Save the game with a message."""
        try:
            files.write_json(self.file, self.session.to_dict())
        except ChatuchakError as error:
            self.message = f"Not saved: {error}."
        else:
            self.message = f"Saved in {self.file}."
            self.unsaved = False

    def add_record(self) -> None:
        """Record the game, if requested."""
        if self.record is not None and self.session.moves:
            self.record.add(self.session, hints=self.hints, undos=self.undos)

    def _end_game(self) -> None:
        try:
            self.add_record()
        except ChatuchakError as error:
            self.message = f"{self.message} Not recorded: {error}.".lstrip()

    def _change(self, session: PuzzleSession) -> None:
        self.unsaved |= session is not self.session
        self.session = session
        self._hint_level, self.goal = 0, None
        self._unchoose()

    def _unchoose(self) -> None:
        self.chosen = self.hinted = None
        self._typed = ""

    def _move_choice(self, down: int, right: int) -> None:
        self._typed = ""
        grid, width = self.session.grid, self.session.grid.board.columns

        def line(spot: int) -> int:
            return spot // width if right else spot % width

        start = grid.empty if self.chosen is None else self.chosen
        if line(start) != line(grid.empty):
            start = grid.empty
        ahead = [
            spot
            for spot in grid.legal_moves(self.session.rule)
            if line(spot) == line(start) and (spot - start) * (down + right) > 0
        ]
        if ahead:
            self.chosen = min(ahead, key=lambda spot: abs(spot - start))

    def _type(self, digit: str) -> None:
        legal = [str(spot) for spot in self.session.grid.legal_moves(self.session.rule)]
        for typed in (self._typed + digit, digit):
            if any(spot.startswith(typed) for spot in legal):
                self._typed = typed
                self.chosen = int(typed) if typed in legal else None
                self.message = f"Spot {typed}"
                return
        self._typed = ""
        self.message = f"No legal move has a number with {digit}."

    def _jump(self) -> None:
        if self.session.grid.is_solved:
            self.message = "Already solved: n for a new grid, u to undo."
        elif self.chosen is None:
            self.message = "First choose a booth of the empty spot's row or column."
        else:
            self._change(self.session.play(self.chosen))
            self._praise()

    def _praise(self) -> None:
        if not self.session.grid.is_solved:
            return
        best = self.search(self.session.start)
        self.message = self.message_of("solved", self.rank(), solution=best)
        self._end_game()

    def _undo(self) -> None:
        if not self.session.moves:
            self.message = "There is no move to undo."
        self.undos += bool(self.session.moves)
        self._change(self.session.undo())

    def _redo(self) -> None:
        if not self.session.undone:
            self.message = "There is no move to redo."
        self._change(self.session.redo())
        self._praise()

    def _restart(self) -> None:
        self._change(self.session.restart())
        self.message = "Restarted; r redoes the moves."

    def _new(self) -> None:
        self.message = "A new grid."
        self._end_game()
        self._change(PuzzleSession.begin(next(self.grids), rule=self.session.rule))
        self.hints = self.undos = 0
        if self.record is not None:
            self.record.begin(self.session)

    def _help(self) -> Solution | None:
        """Return a solution from here with moves, or None with a message."""
        if self.session.grid.is_solved:
            self.message = "Already solved."
            return None
        solution = self.search(self.session.grid)
        if not solution.moves:
            self.message = "No solution was found in time."
            return None
        self.hints += 1
        return solution

    def _hint(self) -> None:
        if (solution := self._help()) is None:
            return
        self._hint_level = min(self._hint_level + 1, LEVELS[-1])
        advice = hint_of(solution, self._hint_level)
        if advice.move is not None:
            self.chosen = self.hinted = advice.move
        self.goal = advice.goal
        words = hint_words(advice, self.session.grid)
        self.message = self.message_of("hint", solution=solution, hint=words)

    def _review(self) -> None:
        if not self.session.moves:
            self.message = "There is no move to review."
            return
        game = self.session
        stop = Stop(time_s=SEARCH_S[game.rule]) | self.ended
        done = review(game.start, game.moves, rule=game.rule, stop=stop)
        words = [game_words(done)]
        if done.costliest is not None:
            number = done.costliest.first
            words.append(move_words(done.moves[number - 1], number, done.positions[number - 1]))
        self.message = " ".join(words)

    def _optimal(self) -> None:
        if (solution := self._help()) is None:
            return
        rank = self.rank(solution.length or 0)
        self.message = self.message_of("optimal", rank, solution=solution)


ACTIONS: Mapping[str, Callable[[PuzzlePlayer], None]] = {
    "enter": PuzzlePlayer._jump,
    **dict.fromkeys(("u", "undo"), PuzzlePlayer._undo),
    **dict.fromkeys(("r", "y"), PuzzlePlayer._redo),
    "x": PuzzlePlayer._restart,
    "n": PuzzlePlayer._new,
    "h": PuzzlePlayer._hint,
    "o": PuzzlePlayer._optimal,
    "v": PuzzlePlayer._review,
    "s": PuzzlePlayer.save,
    "escape": PuzzlePlayer._unchoose,
}
"""The actions by key."""

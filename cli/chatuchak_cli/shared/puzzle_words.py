"""Hints and reviews as text and for pictures."""

from collections.abc import Mapping
from itertools import count

from chatuchak_solver import GradedHint, Grid, MoveKind
from chatuchak_solver.analysis.review import MAX_LOSS, Review, ReviewedMove
from chatuchak_solver.rendering.review_pictures import RemainingMoves, ReviewedPosition
from chatuchak_solver.rendering.steps import describe_step
from chatuchak_solver.rendering.templates import sentences

DID: Mapping[MoveKind, str] = {
    MoveKind.JOINED: "joined its group",
    MoveKind.TORE: "tore its group",
    MoveKind.REGROUPED: "went from one group to another",
    MoveKind.MOVED_HOLE: "only moved the empty spot",
    MoveKind.TOOK_BACK: "took back the previous move",
}
"""The effect of a move in the terms of the game."""


def remaining_moves(review: Review) -> list[RemainingMoves]:
    """Return the remaining moves from the start on."""
    later = [RemainingMoves(*move.after, move.lost) for move in review.moves]
    return [RemainingMoves(*review.start), *later]


def positions(review: Review) -> list[ReviewedPosition]:
    """Return the positions of a game with their messages."""
    remaining, last = remaining_moves(review), review.positions[-1]
    found = [
        ReviewedPosition(grid, left, move.spot, move.best, move_words(move, number, grid))
        for number, (grid, left, move) in enumerate(
            zip(review.positions, remaining, review.moves, strict=False), start=1
        )
    ]
    end = "Solved." if review.solved else f"The game ends here; {remaining[-1].text} left."
    return [*found, ReviewedPosition(last, remaining[-1], None, (), end)]


def move_words(move: ReviewedMove, number: int | None, before: Grid) -> str:
    """Describe a move's effect and loss and, if numbered, the better moves."""
    return sentences(
        "move.txt", move=move, number=number, place=before.board.place, did=DID,
        left=RemainingMoves(*move.after).text, bounds=move.lost_bounds or (0, MAX_LOSS),
    )  # fmt: skip


def game_words(review: Review) -> str:
    """Return the summary of a game."""
    start = RemainingMoves(*review.start).text
    return sentences("game.txt", review=review, start=start)


def review_words(review: Review, *, is_short: bool) -> str:
    """Return the summary of a game, and unless ``is_short`` each move."""
    summary = game_words(review)
    if is_short:
        return f"{review.grid}: {summary}"
    return "\n".join((*map(move_words, review.moves, count(1), review.positions), summary))


def hint_words(advice: GradedHint, grid: Grid) -> str:
    """Return a hint other than the number of remaining moves."""
    if advice.move is not None:
        return describe_step(grid, advice.move)
    return sentences("hint.txt", hint=advice)

"""Hints and reviews as text and for pictures."""

from collections.abc import Mapping
from typing import Final

from chatuchak_cli.shared.output import counted
from chatuchak_solver.analysis.graded_hint import GradedHint
from chatuchak_solver.analysis.remaining import DistanceBounds
from chatuchak_solver.analysis.review import MAX_LOSS, MoveKind, Review, ReviewedMove
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.review_pictures import RemainingMoves, ReviewedPosition
from chatuchak_solver.rendering.steps import describe_step
from chatuchak_solver.rendering.templates import listed

DID: Final[Mapping[MoveKind, str]] = {
    MoveKind.JOINED: "joined its group",
    MoveKind.TORE: "tore its group",
    MoveKind.REGROUPED: "went from one group to another",
    MoveKind.MOVED_HOLE: "only moved the hole",
    MoveKind.TOOK_BACK: "took back the move before",
}
"""The effect of a move in the terms of the game."""


def remaining_moves(review: Review) -> list[RemainingMoves]:
    """Return the remaining moves from the start on."""
    later = [RemainingMoves(*move.after, move.lost) for move in review.moves]
    return [RemainingMoves(*review.start), *later]


def positions(review: Review) -> list[ReviewedPosition]:
    """Return the positions of a game with their messages."""
    *before, last = remaining_moves(review)
    *grids, end = review.positions
    found = [
        ReviewedPosition(grid, left, move.spot, move.best, move_words(move, number, grid))
        for number, (grid, left, move) in enumerate(
            zip(grids, before, review.moves, strict=True), start=1
        )
    ]
    words = "Solved." if review.solved else f"The game ends here; {last.text} left."
    return [*found, ReviewedPosition(end, last, None, (), words)]


def move_words(move: ReviewedMove, number: int, before: Grid) -> str:
    """Describe a move's effect and loss, and the better moves."""
    place = before.board.place
    if move.lost is None:
        least, most = move.lost_bounds or (0, MAX_LOSS)
        loss = f"lost {least} to {most}"
    else:
        loss = f"lost {move.lost}" if move.lost else "nothing lost"
    went = f"{move.color.label} from {place(move.spot)} {DID[move.kind]}"
    words = [f"Move {number}: {went}; {_text(move.after)} left, {loss}."]
    if move.lost != 0 and move.best:
        verb = "Best were" if len(move.best) > 1 else "Best was"
        words.append(f"{verb} {'; '.join(map(place, move.best))}.")
    return " ".join([*words, *given_up_words(move)])


def given_up_words(move: ReviewedMove) -> list[str]:
    """Return a sentence on colors that lost final places, if any."""
    names = [color.label for color in move.given_up]
    return [f"It gave up the place of {listed(names)}."] if names else []


def game_words(review: Review) -> str:
    """Return the summary of a game."""
    state = "solved" if review.solved else "not solved"
    length = counted(review.length, "move")
    words = [f"{length}, {state}; the fewest possible: {_text(review.start)}."]
    if review.lost is not None:
        words.append(f"Lost in all: {review.lost}.")
    if review.first_loss is not None:
        words.append(f"First loss: move {review.first_loss}.")
    if review.costliest is not None:
        first, last, lost = review.costliest.first, review.costliest.last, review.costliest.lost
        moves = f"move {first}" if first == last else f"moves {first} to {last}"
        words.append(f"Costliest: {moves}, which lost {lost}.")
    if review.kept_share is not None:
        words.append(f"{100 * review.kept_share:.0f}% of the moves lost nothing.")
    if review.expected_losses:
        losses = ", ".join(f"{kind} {lost:.1f}" for kind, lost in review.expected_losses.items())
        words.append(f"Simulated players (assumed) lose here on average: {losses}.")
    return " ".join(words)


def _text(remaining: DistanceBounds) -> str:
    return RemainingMoves(*remaining).text


def hint_words(advice: GradedHint, grid: Grid) -> str:
    """Return a hint other than the number of remaining moves."""
    if advice.move is not None:
        return describe_step(grid, advice.move)
    if advice.color is not None:
        return f"A {advice.color.label} booth moves next, on the way to this goal:"
    if advice.goal is not None:
        return f"Colors can end like this; {advice.in_place} booths are in place already:"
    needs = ", ".join(f"{color.label} {need}" for color, need in advice.needs.items())
    return f"If it were alone, each color would need at least: {needs}."

"""Notices in answers that depend on an assumed deck."""

import click

from chatuchak_solver.box import Part
from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.stand.deck import Deck


class AssumedAnswer(Answer, frozen=True, kw_only=True):
    """Base of answers that may depend on assumed data; without it these fields are absent.

    Attributes
    ----------
    assumed
        Whether the answer depends on assumed data.
    why_assumed
        The reasons, one line each.
    assumed_parts
        The assumed parts of the box.
    """

    assumed: bool = False
    why_assumed: tuple[str, ...] = ()
    assumed_parts: tuple[Part, ...] = ()


def deck_assumption(deck: Deck | None) -> JsonObject:
    """Return the fields of an `AssumedAnswer` that depends on a deck, or on none."""
    if deck is None or not deck.assumed:
        return {}
    return {"assumed": True, "why_assumed": (deck.why_assumed,), "assumed_parts": ("deck",)}


def report_deck(deck: Deck | None) -> None:
    """Print one line if a deck is assumed."""
    if deck is not None and deck.assumed:
        click.echo(f"Assumed: deck ({deck.why_assumed}).")

"""Saying what of an answer is assumed, and not the published game's."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["Assumptions", "assumptions", "lowered"]


class Assumptions(TypedDict):
    """Whether something is assumed, and not the published game's."""

    assumed: bool
    """Whether the answer rests on assumed data."""
    why_assumed: list[str]
    """What is assumed and why, a line each."""


def assumptions(*reasons: str | None) -> Assumptions:
    """Return the fields of a JSON document that say whether something is assumed, and why.

    Parameters
    ----------
    reasons
        One line each; None for what is not assumed.
    """
    given = [reason for reason in reasons if reason]
    return {"assumed": bool(given), "why_assumed": given}


def lowered(sentence: str) -> str:
    """Return a sentence as it stands behind a colon."""
    return sentence[:1].lower() + sentence[1:]

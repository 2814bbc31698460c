"""Sentences that other languages can tell: an English text with a code and its values."""

from typing import Self


class Sentence(str):
    """An English sentence; the page has the texts of its code in every language.

    Attributes
    ----------
    code
        The key of the texts.
    values
        The values of their places.
    place
        What it is about, such as ``players[0].grid``; the text begins with it.
    """

    code: str
    values: dict[str, str | int]
    place: str

    def __new__(cls, code: str, text: str, place: str = "", **values: str | int) -> Self:
        """Return the sentence ``text``."""
        sentence = super().__new__(cls, text)
        sentence.code, sentence.place, sentence.values = code, place, values
        return sentence


def at(place: str, message: str) -> str:
    """Return a message with its place before it; a sentence remains one."""
    text = f"{place}: {message}" if place else message
    if not isinstance(message, Sentence):
        return text
    places = ": ".join(part for part in (place, message.place) if part)
    return Sentence(message.code, text, places, **message.values)

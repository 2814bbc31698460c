"""Places in JSON documents, and replacements of their values."""

from collections.abc import Iterator
from typing import Any


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the keys that lead to each part of a document, the document itself first."""
    yield before
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list | tuple)
        else ()
    )
    for key, item in items:
        yield from places(item, (*before, key))


def replaced(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    """Return a document with another part at one place."""
    if not place:
        return new
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[place[0]] = replaced(changed[place[0]], place[1:], new)
    return changed

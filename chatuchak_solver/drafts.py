"""Making frozen values quickly where the same ones are made over and over."""

from __future__ import annotations

from typing import Any

__all__ = ["draft_of"]


def draft_of(kind: type[Any]) -> type[Any]:
    """Return a kind of drafts of a frozen dataclass with slots: its fields take assignments.

    A draft starts without any. It becomes a value, frozen as all are, by ``draft.__class__ =
    kind``. That takes a third of the time of filling the slots of a frozen value one by one.

    Examples
    --------
    >>> from chatuchak_solver.puzzle import Board
    >>> draft = draft_of(Board)()
    >>> draft.rows, draft.columns = 5, 6
    >>> draft.__class__ = Board
    >>> draft
    Board(rows=5, columns=6)
    """
    names = ("__init__", "__setattr__", "__delattr__")  # with one left out, all stay slow
    ways = {name: getattr(object, name) for name in names}
    metaclass: Any = type(kind)
    draft: type[Any] = metaclass(f"{kind.__name__}Draft", (kind,), {"__slots__": (), **ways})
    return draft

"""Making frozen values quickly where the same ones are made over and over."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(field_specifiers=(field,))
def drafted_class(kind: type[T]) -> type[T]:
    """Make a class a frozen dataclass with slots whose drafts type checkers know too.

    To them its fields take assignments, as those of a draft do; a value refuses them all the same.
    """
    return dataclass(frozen=True, slots=True)(kind)


def draft_of(kind: type) -> type:
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


def drafted_from(kind: type[object]) -> Callable[[T], T]:
    """Return a function that makes a draft of a kind like a value, one field after the other."""
    # Written out: a loop over the fields would take twice the time.
    copies = "".join(f"\n    draft.{field.name} = value.{field.name}" for field in fields(kind))  # type: ignore[arg-type]
    scope: dict[str, Any] = {"Draft": draft_of(kind)}
    exec(f"def drafted(value):\n    draft = Draft(){copies}\n    return draft", scope)
    drafted: Callable[[T], T] = scope["drafted"]
    return drafted

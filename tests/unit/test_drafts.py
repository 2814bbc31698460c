"""Drafts: frozen values that are made without their constructor."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any

import pytest

from chatuchak_solver.drafts import draft_of


class Sized(ABC):
    __slots__ = ()

    @property
    @abstractmethod
    def size(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Box(Sized):
    width: int
    height: int
    size: int = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Crate(Box):
    """A box with nothing more, which takes drafts of a box too."""


@pytest.mark.parametrize("kind", [Box, Crate])
def test_a_draft_becomes_a_value_as_the_constructor_makes_it(kind: type[Box]) -> None:
    draft: Any = draft_of(Box)()
    draft.width, draft.height, draft.size = 2, 3, 9
    draft.height, draft.size = 4, 8
    draft.__class__ = kind
    value: Box = draft
    assert type(value) is kind
    assert value == kind(2, 4, 8)
    assert hash(value) == hash(kind(2, 4, 8))
    assert repr(value) == repr(kind(2, 4, 8))
    for own in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, own.name, 1)
        with pytest.raises(FrozenInstanceError):
            delattr(value, own.name)

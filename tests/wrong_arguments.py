"""What a public function answers where an argument is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from chatuchak_solver.errors import InputError

__all__ = ["WrongCalls", "check_that_it_says"]

WrongCalls: TypeAlias = dict[str, tuple[Callable[[], object], str]]
"""By what is wrong in them: calls, and the message that each of them has to give."""


def check_that_it_says(call: Callable[[], object], message: str) -> None:
    """Check that a call ends in one line that matches ``message``."""
    with pytest.raises(InputError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)

"""Checks of error messages for invalid arguments."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from chatuchak_solver.errors import InputError

WrongCalls: TypeAlias = dict[str, tuple[Callable[[], object], str]]
"""Calls with expected messages, by the kind of error."""


def check_that_it_says(call: Callable[[], object], message: str) -> None:
    """Check that a call fails with one line that matches ``message``."""
    with pytest.raises(InputError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)

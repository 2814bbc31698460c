"""Options of the test run."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# How long an example takes says nothing on a machine that does other things too.
settings.register_profile("project", deadline=None)
settings.load_profile("project")

# A test run that a shell has put in the background ignores Ctrl-C, and so would every program that
# the tests start and then interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden files anew instead of comparing with them",
    )
    parser.addoption(
        "--playouts",
        type=int,
        default=12,
        help="random play-outs per game and setup in the conformance suite (default 12)",
    )

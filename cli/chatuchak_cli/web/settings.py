"""How much the web server takes on at once."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from chatuchak_solver.errors import InputError

__all__ = ["WebSettings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Bounds of the web server.

    Attributes
    ----------
    body_bytes
        The longest body of a request.
    body_s
        Seconds in which a request's body must have arrived.
    solve_s
        Seconds of search for one request; a longer search is answered with what is proven.
    parallel
        Searches at the same time.
    waiting
        Requests that may wait for a search; more are refused at once.
    wait_s
        Seconds that a request may wait for its search to start.
    remembered
        Solutions that are kept.
    hosts
        Names by which the server may be called; None for any. Keeps pages of other sites from
        reaching it under a name of their own.

    Raises
    ------
    InputError
        If a bound is not positive.
    """

    body_bytes: int = 4096
    body_s: float = 5.0
    solve_s: float = 5.0
    parallel: int = field(default_factory=lambda: os.cpu_count() or 1)
    waiting: int = 256
    wait_s: float = 10.0
    remembered: int = 1024
    hosts: frozenset[str] | None = frozenset({"localhost", "127.0.0.1", "[::1]"})

    def __post_init__(self) -> None:
        for name in ("body_bytes", "body_s", "solve_s", "parallel", "waiting", "wait_s"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} {getattr(self, name)} is not positive")

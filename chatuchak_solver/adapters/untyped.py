"""Base class of untyped packages for type checkers."""

from typing import Any


class Untyped:
    """A class with arbitrary attributes, used only for type checking."""

    def __init__(self, *arguments: Any, **named: Any) -> None: ...

    def __getattr__(self, name: str) -> Any: ...

"""What type checkers take for base classes of packages that tell no types."""

from typing import Any


class Untyped:
    """Anything may be given to it and asked of it; it stands for a class only while checking."""

    def __init__(self, *arguments: Any, **named: Any) -> None: ...

    def __getattr__(self, name: str) -> Any: ...

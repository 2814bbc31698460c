"""Lazy exports of a package, and deprecated names.

A package's stub, ``__init__.pyi``, gives the module of each name to type checkers, editors and
`lazy_exports`; importing the package stays fast.
"""

import ast
import functools
import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)


def find_exports(init_file: str) -> dict[str, tuple[str, str]]:
    """Return the module of each name in a package's stub, and its name there.

    Raises ImportError if the package is inside an archive: files and kernels need folders.
    """
    try:
        with open(f"{init_file}i", encoding="utf-8") as file:
            stub = file.read()
    except NotADirectoryError:
        message = f"{init_file} is inside an archive: expected a folder, as pip installs it"
        raise ImportError(message) from None
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.parse(stub).body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }


def lazy_exports(
    package: str, init_file: str, *, renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package's ``__init__.py``.

    ``renamed`` maps deprecated names, which give a DeprecationWarning, to new ones, or to the
    module of a name without a successor.
    """
    exports = find_exports(init_file)

    def attribute(name: str) -> Any:
        new = (renamed or {}).get(name, name)
        if new == name and name not in exports:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = exports.get(new, (new, name))
        if new != name:
            warn_renamed(f"{package}.{name}", new)
        return getattr(importlib.import_module(module), original)

    return attribute, lambda: sorted(exports), sorted(exports)


def renamed_members(**renamed: str) -> Callable[[C], C]:
    """Return a class decorator that adds deprecated names of members; ``renamed`` has new names."""

    def add(kind: C) -> C:
        for old, new in renamed.items():
            setattr(kind, old, _RenamedMember(old, new))
        return kind

    return add


class _RenamedMember:
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def __get__(self, instance: object, owner: type) -> Any:
        warn_renamed(f"{owner.__name__}.{self.old}", self.new)
        return getattr(owner if instance is None else instance, self.new)


def renamed_arguments(**renamed: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a function decorator for deprecated keyword arguments; ``renamed`` has new names."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def call(*arguments: P.args, **named: P.kwargs) -> R:
            for old in renamed.keys() & named.keys():
                warn_renamed(f"{function.__name__}({old}=...)", renamed[old])
                named[renamed[old]] = named.pop(old)
            return function(*arguments, **named)

        return call

    return wrap


def warn_renamed(old: str, new: str, *, stacklevel: int = 3) -> None:
    """Warn about a deprecated name; see `lazy_exports`."""
    status = "deprecated" if new.startswith("chatuchak_") else f"now {new}"
    warnings.warn(f"{old} is {status}", DeprecationWarning, stacklevel=stacklevel)

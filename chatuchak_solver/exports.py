"""Public names: lazy exports of a package, and deprecated names that still work.

A package's stub, ``__init__.pyi``, defines the module of each name for type checkers, editors and
`lazy_exports`, so importing the package stays fast.
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

    Parameters
    ----------
    init_file
        The package's ``__file__``; the stub is next to it.

    Raises
    ------
    ImportError
        If the package is inside an archive, where it cannot work: files and kernels are read from
        folders.
    """
    try:
        with open(f"{init_file}i", encoding="utf-8") as file:
            stub = file.read()
    except NotADirectoryError:
        message = f"{init_file} is inside an archive; expected a folder, as pip installs it"
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

    Parameters
    ----------
    package, init_file
        The package's ``__name__`` and ``__file__``.
    renamed
        New names by deprecated ones, which still work with a DeprecationWarning; or the module
        of a deprecated name without a successor.
    """
    exports = find_exports(init_file)

    def attribute(name: str) -> Any:
        new = (renamed or {}).get(name, name)
        if new in exports:
            module, original = exports[new]
        elif new != name:
            module, original = new, name
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if new != name:
            warn_renamed(f"{package}.{name}", new)
        return getattr(importlib.import_module(module), original)

    return attribute, lambda: sorted(exports), sorted(exports)


def renamed_members(**renamed: str) -> Callable[[C], C]:
    """Return a class decorator that adds deprecated names of members.

    Parameters
    ----------
    renamed
        New names by deprecated ones.
    """

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
    """Return a function decorator that accepts deprecated keyword arguments.

    Parameters
    ----------
    renamed
        New names by deprecated ones.
    """

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
    """Warn about a deprecated name; ``new`` may be the module of one without a successor."""
    status = "deprecated" if new.startswith("chatuchak_") else f"now {new}"
    warnings.warn(f"{old} is {status}", DeprecationWarning, stacklevel=stacklevel)

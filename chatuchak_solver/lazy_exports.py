"""Lazy exports: names of a package, imported on first use.

A package's stub, ``__init__.pyi``, defines the module of each name for type checkers, editors and
`lazy_front`, so importing the package stays fast.
"""

import ast
import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def homes(init_file: str) -> dict[str, tuple[str, str]]:
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


def lazy_front(
    package: str, init_file: str, *, renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package's ``__init__.py``.

    Parameters
    ----------
    package, init_file
        The package's ``__name__`` and ``__file__``.
    renamed
        New names by deprecated ones, which still work with a DeprecationWarning.
    """
    home_of = homes(init_file)

    def attribute(name: str) -> Any:
        if new := (renamed or {}).get(name):
            warnings.warn(f"{package}.{name} is now {new}", DeprecationWarning, stacklevel=2)
            name = new
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = home_of[name]
        return getattr(importlib.import_module(module), original)

    return attribute, lambda: sorted(home_of), sorted(home_of)

"""The names at the top of a package, each imported when it is first used.

A package's stub, ``__init__.pyi``, says where each name lives: type checkers and editors read it,
and so does `lazy_front`. Thus every name is written once, and importing the package stays light.
"""

import ast
import importlib
from collections.abc import Callable
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
        told = f"{init_file} is inside an archive; expected a folder, as pip installs it"
        raise ImportError(told) from None
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.parse(stub).body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }


def lazy_front(
    package: str, init_file: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package's ``__init__.py``.

    Parameters
    ----------
    package, init_file
        The package's ``__name__`` and ``__file__``.
    """
    home_of = homes(init_file)

    def attribute(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = home_of[name]
        return getattr(importlib.import_module(module), original)

    return attribute, lambda: sorted(home_of), sorted(home_of)

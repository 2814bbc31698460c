"""What the module is compiled from: a stamp that changes with it, and not with words about it."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

__all__ = ["PARTS", "ROOT", "WithoutWords", "compiled_sources", "source_stamp"]

ROOT: Final = "chatuchak_cli.web.module.exports"
"""The module whose every definition counts; of all others what these lead to."""
PARTS: Final = ("compiler.py", "memory.py", "runtime.ll")
"""Files of this folder that shape every module."""
WITHOUT_EFFECT: Final = "chatuchak_solver.kernel_cache"
"""A module that decides where compiled kernels are kept, not what they are."""
OURS: Final = "chatuchak_"
"""What the names of our packages begin with."""


class WithoutWords(ast.NodeTransformer):
    """Takes away docstrings and annotations."""

    def _strip(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Take away what a function says of itself, its value and its arguments."""
        node.returns = None
        return self._strip(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Take away what a class says of itself."""
        return self._strip(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Take away the type of an argument."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Take away the type of a variable or a field."""
        node.annotation = ast.Constant(...)
        return self.generic_visit(node)


class _Source:
    """One file: its definitions by name, without words, and where imported names are from."""

    def __init__(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.definitions: dict[str, ast.stmt] = {}
        self.imports: dict[str, tuple[str, str]] = {}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS):
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = (node.module or "", alias.name)
                continue
            bare = WithoutWords().visit(node)
            for name in _names_defined(bare):
                self.definitions[name] = bare


def _names_defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    names = [one for target in targets if target for one in ast.walk(target)]
    return [one.id for one in names if isinstance(one, ast.Name)]


@cache
def _source(module: str) -> _Source | None:
    """Return a module of ours; None where there is none of that name."""
    if not module.startswith(OURS) or module == WITHOUT_EFFECT:
        return None
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        return None
    if found is None or found.origin is None:
        return None
    return _Source(Path(found.origin))


def _collect(module: str, name: str, found: dict[tuple[str, str], str]) -> None:
    """Add a definition, and all that it names, to what is found."""
    source = _source(module)
    if source is None or (module, name) in found:
        return
    if name in source.imports:
        _collect(*source.imports[name], found)
        return
    if name not in source.definitions:
        return
    node = source.definitions[name]
    found[module, name] = ast.unparse(node)
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            _collect(module, one.id, found)
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            package, last = source.imports.get(one.value.id, ("", ""))
            _collect(f"{package}.{last}", one.attr, found)


def compiled_sources(root: str = ROOT) -> dict[tuple[str, str], str]:
    """Return every definition that a module is compiled from, by its module and name.

    Parameters
    ----------
    root
        The module of its exports.
    """
    found: dict[tuple[str, str], str] = {}
    source = _source(root)
    assert source is not None
    for name in source.definitions:
        _collect(root, name, found)
    return found


def source_stamp(root: str = ROOT) -> str:
    """Return a hash over every definition that a module is compiled from, and the builder.

    Of the files that exports import, only what they use, without docstrings, annotations and
    comments: so it changes when the module may, and otherwise hardly ever.
    """
    hashed = hashlib.sha256()
    for (module, name), text in sorted(compiled_sources(root).items()):
        hashed.update(f"{module} {name} {text}\n".encode())
    for part in PARTS:
        hashed.update(Path(__file__).with_name(part).read_bytes())
    return hashed.hexdigest()

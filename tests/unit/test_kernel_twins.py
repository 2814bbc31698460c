"""Each kernel has a test against a reference, marked with ``@reference_for(kernel, ...)``.

Kernels with a leading underscore are tested by the tests of their callers in the same file.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from tests.unit.test_architecture import KERNEL_MODULES, MODULES

TESTS = Path(__file__).parent
DECORATORS = {"kernel", "inner_kernel", "inlined_kernel", "precompiled"}


def is_kernel(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and not DECORATORS.isdisjoint(
        ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
        for decorator in node.decorator_list
    )


def kernels() -> Iterator[str]:
    """Yield the full names of all kernels without a leading underscore."""
    for name in KERNEL_MODULES:
        for node in MODULES[name].tree.body:
            if is_kernel(node) and not node.name.startswith("_"):
                yield f"{name}.{node.name}"


def marked(source: str) -> Iterator[str]:
    """Yield the full names of the kernels in the marks of a test file."""
    if "reference_for(" not in source:
        return
    tree = ast.parse(source)
    names = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "reference_for":
            for argument in node.args:
                module, _, name = ast.unparse(argument).rpartition(".")
                yield f"{names[module]}.{name}" if module else names[name]


def test_every_kernel_has_a_test_against_a_reference() -> None:
    marked_kernels = {
        name
        for path in TESTS.rglob("test_*.py")  # as `make plain`
        for name in marked(path.read_text(encoding="utf-8"))
    }
    assert marked_kernels == set(kernels())

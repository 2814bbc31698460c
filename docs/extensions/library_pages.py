"""``{public-names}``: every name that a package exports, by the room of the library it lives in."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from chatuchak_solver.exports import homes

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class PublicNames(SphinxDirective):
    """The names that a package's front exports from the modules below each given prefix."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"first": str.split}
    """``first``: names to begin with."""

    def run(self) -> list[nodes.Node]:
        """Describe each name by its docstring."""
        package, *rooms = self.arguments[0].split()
        module = importlib.import_module(package)
        assert module.__file__ is not None
        lines = []
        first = self.options.get("first", [])
        for name, (home, _) in sorted(
            homes(module.__file__).items(),
            key=lambda item: first.index(item[0]) if item[0] in first else len(first),
        ):
            if not name.startswith("_") and any(home.startswith(room) for room in rooms):
                lines += described(package, name, getattr(module, name))
        if not lines:
            raise self.error(f"{package} exports nothing from {rooms}")
        parent = nodes.section()
        self.state.nested_parse(StringList(lines, "names"), self.content_offset, parent)
        return parent.children


def described(package: str, name: str, value: object) -> list[str]:
    """Return what shows one name, in the markup that autodoc speaks."""
    lines = ["```{eval-rst}"]
    if isinstance(value, type) and issubclass(value, BaseException):
        lines += [f".. autoexception:: {package}.{name}", "   :show-inheritance:"]
    elif isinstance(value, type):
        lines += [f".. autoclass:: {package}.{name}", "   :members:"]
    elif callable(value):
        lines += [f".. autofunction:: {package}.{name}"]
    else:
        lines += [f".. autodata:: {package}.{name}", "   :no-value:"]
    return [*lines, "```", ""]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_directive("public-names", PublicNames)
    return {"version": "1", "parallel_read_safe": True}

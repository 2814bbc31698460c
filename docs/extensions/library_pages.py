"""``{public-names}``: the exported names of a package, by module prefix."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from chatuchak_solver.exports import find_exports

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class PublicNames(SphinxDirective):
    """The names that a package exports from the modules with the given prefixes."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"first": str.split}
    """``first``: names at the beginning."""

    def run(self) -> list[nodes.Node]:
        """Return the documentation of each name."""
        package, *rooms = self.arguments[0].split()
        module = importlib.import_module(package)
        assert module.__file__ is not None
        lines = []
        first = self.options.get("first", [])
        for name, (source, original) in sorted(
            find_exports(module.__file__).items(),
            key=lambda item: first.index(item[0]) if item[0] in first else len(first),
        ):
            if not name.startswith("_") and any(source.startswith(room) for room in rooms):
                value = getattr(module, name)
                lines += described(f"{package}.{name}", value, f"{source}.{original}")
        if not lines:
            raise self.error(f"invalid prefixes {rooms}: expected exports of {package}")
        parent = nodes.section()
        self.state.nested_parse(StringList(lines, "names"), self.content_offset, parent)
        return parent.children


def described(name: str, value: object, source: str) -> list[str]:
    """Return the autodoc directive of a name; ``source`` is its name where it is defined."""
    lines = ["```{eval-rst}"]
    if isinstance(value, type) and issubclass(value, BaseException):
        lines += [f".. autoexception:: {name}", "   :show-inheritance:"]
    elif isinstance(value, type):
        lines += [f".. autoclass:: {name}", "   :members:"]
    elif callable(value):
        lines += [f".. autofunction:: {name}"]
    else:
        lines += [f".. autodata:: {source}", "   :no-value:"]
    return [*lines, "```", ""]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_directive("public-names", PublicNames)
    return {"version": "1", "parallel_read_safe": True}

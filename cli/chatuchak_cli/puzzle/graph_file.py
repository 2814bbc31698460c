"""Graphs of positions as files."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from chatuchak_cli.shared.output import tell
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file

if TYPE_CHECKING:
    import networkx as nx

    from chatuchak_solver.puzzle.grid import Grid


def graph_writer(path: Path) -> Callable[[nx.Graph[Grid]], None]:
    """Return a function that writes a graph to a file, with grid notation as names of nodes."""
    ending = path.suffix.lower()
    if ending not in (".graphml", ".json"):
        raise InputError(f"invalid graph file {path}: expected .graphml or .json")

    def write(graph: nx.Graph[Grid]) -> None:
        import networkx as nx

        named: nx.Graph[str] = nx.relabel_nodes(graph, str)
        if ending == ".json":
            content = json.dumps(nx.node_link_data(named, edges="edges")).encode()
        else:
            stream = io.BytesIO()
            nx.write_graphml_xml(named, stream)
            content = stream.getvalue()
        write_file(path, content)
        tell(f"graph: {path}")

    return write

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
    """Return what writes a graph, its nodes named by grid notation, to a file.

    Raises
    ------
    InputError
        If the file's ending is neither ``.graphml`` nor ``.json``.
    """
    ending = path.suffix.lower()
    if ending not in (".graphml", ".json"):
        raise InputError(f"{path}: a graph is a .graphml or a .json file")

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

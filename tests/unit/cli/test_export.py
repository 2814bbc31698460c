"""``export``, and the graph of ``solutions``."""

import json
from pathlib import Path

import networkx as nx

from chatuchak_solver import Grid
from tests.unit.cli.conftest import Chatuchak

SMALL = "RY/Y./RR/YR"


def test_states_go_to_a_graph(chatuchak: Chatuchak, tmp_path: Path) -> None:
    file = tmp_path / "space.json"
    outcome = chatuchak("export", SMALL, "--states", file, "--json")
    assert outcome.json == {"grid": SMALL, "rule": "jump", "positions": 280, "edges": 560,
                         "solved": 28, "farthest": 5}  # fmt: skip
    graph = nx.node_link_graph(json.loads(file.read_text()), edges="edges")
    assert len(graph) == 280
    assert graph.nodes[SMALL]["depth"] == 0
    words = chatuchak("export", SMALL, "--states", tmp_path / "s.graphml").out
    assert words == "280 positions, 560 moves in both directions, 28 solved; farthest: 5 moves\n"
    assert len(nx.read_graphml(tmp_path / "s.graphml")) == 280


def test_the_graph_can_be_read_again(chatuchak: Chatuchak, tmp_path: Path) -> None:
    for name in ("g.graphml", "g.json"):
        path = tmp_path / name
        assert chatuchak("solutions", ".RY/YRG/RGG", "--graph", path).code == 0
        if path.suffix == ".json":
            graph = nx.node_link_graph(json.loads(path.read_text()), edges="edges")
        else:
            graph = nx.read_graphml(path)
        assert nx.is_directed_acyclic_graph(graph)
        assert len(graph) == 15
        for grid, following, move in graph.edges(data="move"):
            assert str(Grid.parse(grid).move(move)) == following

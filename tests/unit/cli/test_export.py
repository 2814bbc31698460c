"""``export``, and ``--table`` of the commands that have tables."""

import json
from pathlib import Path

import networkx as nx

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


def test_a_table_is_what_csv_prints(chatuchak: Chatuchak, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    tiles = tmp_path / "tiles.txt"
    tiles.write_text("RY/YR/.G/GG\nRYG/GYR/.YR\n")
    outcome = chatuchak("rank", "--tiles", tiles, "--games", 5, "--csv", "--table", file)
    assert outcome.out == file.read_text()

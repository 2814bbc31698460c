"""``export``, and ``--table`` of the commands that have tables."""

import csv
import json
from pathlib import Path

import networkx as nx
import pytest

from chatuchak_solver import Grid
from chatuchak_solver.adapters.pddl import pddl_domain, pddl_problem
from tests.unit.cli.conftest import Chatuchak

SMALL = "RY/Y./RR/YR"


@pytest.mark.parametrize("rule", ["jump", "slide"])
def test_pddl_is_written_to_a_folder(chatuchak: Chatuchak, tmp_path: Path, rule: str) -> None:
    folder = tmp_path / "a" / "task"
    outcome = chatuchak("export", SMALL, "--pddl", folder, "--rule", rule)
    assert outcome.code == 0
    assert "plans are 10 steps longer than their moves" in outcome.out
    assert (folder / "domain.pddl").read_text() == pddl_domain()
    assert (folder / "problem.pddl").read_text() == pddl_problem(Grid.parse(SMALL), rule=rule)


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


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_records_and_rankings_as_tables(chatuchak: Chatuchak, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    outcome = chatuchak("records", "--table", file, "--json")
    assert [row["grid"] for row in rows(file)] == [
        record["grid"] for record in outcome.json["records"]
    ]
    assert outcome.err == f"table: {file}\n"
    tiles = tmp_path / "tiles.txt"
    tiles.write_text("RY/YR/.G/GG\nRYG/GYR/.YR\n")
    outcome = chatuchak("rank", "--tiles", tiles, "--games", 5, "--csv", "--table", file)
    assert outcome.out == file.read_text()


def test_surveys_and_simulations_as_tables(chatuchak: Chatuchak, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    survey = ("survey", "--seed", 2, "--out", tmp_path / "s.sqlite", "--workers", 1, "--resume")
    assert chatuchak(*survey, "-n", 3, "--table", file).code == 0
    assert [row["number"] for row in rows(file)] == ["0", "1", "2"]
    play = ("game", "chatuchak-speed", "simulate", "-n", 2, "--players", "random,random")
    assert chatuchak(*play, "--jobs", 1, "--table", file).code == 0
    assert [row["player"] for row in rows(file)] == ["random", "random"]

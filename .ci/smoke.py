"""Smoke test of an installation with one extra, all extras or none.

Run by the Python of a clean environment with the built package: ``python .ci/smoke.py [EXTRA]``.
The jobs of the extra must succeed; commands of missing extras must name the extra in one line.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

GRID = ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"
OPTIMUM = 21
EXAMPLES = Path(__file__).resolve().parents[1] / "docs/examples"


def chatuchak(*arguments: str, code: int = 0) -> str:
    """Run the command, check its exit code, and return its output (its errors if it fails)."""
    command = [sys.executable, "-m", "chatuchak_cli", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != code:
        raise SystemExit(f"{' '.join(arguments)} ended with {result.returncode}:\n{result.stderr}")
    messages = [line for line in result.stderr.splitlines() if line and not line.startswith("[#")]
    if code == 0 and "--json" in arguments and messages:  # slow machines show progress
        raise SystemExit(f"{' '.join(arguments)} wrote to standard error:\n{result.stderr}")
    return result.stderr if code else result.stdout


def check_file(name: str, start: bytes) -> None:
    """Check the first bytes of a file."""
    assert Path(name).read_bytes().startswith(start), name


def library() -> None:
    """Import every public name, and run a job of each kind."""
    for package in ("chatuchak_solver", "chatuchak_generators"):
        subprocess.run([sys.executable, "-c", f"from {package} import *"], check=True)
    assert json.loads(chatuchak("solve", GRID, "--json"))["length"] == OPTIMUM
    again = subprocess.run(
        [sys.executable, "-m", "chatuchak_cli", "solve", GRID], capture_output=True, check=True
    )
    assert not again.stderr, again.stderr  # kernels are cached with any LLVM
    assert chatuchak("generate", "-n", "1", "--seed", "1").strip() == GRID
    chatuchak("difficulty", GRID)  # compiles for long with the lowest numba, and reports it
    assert json.loads(chatuchak("difficulty", GRID, "--json"))["optimal_length"] == OPTIMUM
    stand = str(EXAMPLES / "market_stand.json")
    assert json.loads(chatuchak("score", "stand", stand, "--json"))["winners"]
    chatuchak("render", GRID, "-o", "grid.svg")
    check_file("grid.svg", b"<svg")
    games = chatuchak("game", "mercado", "simulate", "-n", "2", "--seed", "1", "--json")
    assert json.loads(games)["games"] == 2


def cluster() -> None:
    """Run a survey on the workers of a scheduler."""
    from distributed import LocalCluster

    here = {"protocol": "tcp", "host": "127.0.0.1", "dashboard_address": None}
    with LocalCluster(n_workers=1, processes=False, **here) as local:
        address = str(local.scheduler_address)
        chatuchak("survey", "-n", "20", "--seed", "1", "--out", "s.sqlite", "--scheduler", address)
    check_file("s.sqlite", b"SQLite")


def games() -> None:
    """Start a game in each adapter."""
    import gymnasium
    import pyspiel

    from chatuchak_solver.adapters import openspiel, pettingzoo
    from chatuchak_solver.adapters.gymnasium import ENV_ID

    assert openspiel.GAME_NAMES  # the import registers the games with pyspiel
    gymnasium.make(ENV_ID).reset(seed=1)
    assert pyspiel.load_game("chatuchak_mercado").num_players() == 2
    pettingzoo.env("mercado", num_players=2).reset(seed=1)


def images() -> None:
    """Draw raster images, and read a photo."""
    chatuchak("render", GRID, "-o", "grid.png")
    check_file("grid.png", b"\x89PNG")
    chatuchak("render", GRID, "--solve", "-o", "solution.gif")
    check_file("solution.gif", b"GIF8")
    assert json.loads(chatuchak("read", str(EXAMPLES / "files/photo.jpg"), "--json"))["grid"]


def plots() -> None:
    """Plot a ranking."""
    Path("tiles.txt").write_text(GRID, encoding="utf-8")
    chatuchak("rank", "--tiles", "tiles.txt", "--plot", "ranking.svg")
    assert "<svg" in Path("ranking.svg").read_text(encoding="utf-8")


def prints() -> None:
    """Write a sheet as PDF."""
    chatuchak("sheet", "-o", "tiles.pdf")
    check_file("tiles.pdf", b"%PDF")


def playtest() -> None:
    """Analyze a playtest."""
    answer = chatuchak("playtest", str(EXAMPLES / "files/evening.jsonl"), "--json")
    assert json.loads(answer)["tiles"][0]["low"]


def tables() -> None:
    """Write a ranking as Parquet."""
    Path("tiles.txt").write_text(GRID, encoding="utf-8")
    chatuchak("rank", "tiles.txt", "--table", "ranking.parquet")
    check_file("ranking.parquet", b"PAR1")


def web() -> None:
    """Serve the page, and write it to a folder."""
    from urllib.request import urlopen

    command = [sys.executable, "-m", "chatuchak_cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            for line in server.stderr:
                if found := re.search(r"http://\S+:\d+/", line):
                    assert b"<html" in urlopen(found[0], timeout=120).read()
                    break
            else:
                raise SystemExit("the server did not start")
        finally:
            server.kill()
    chatuchak("page", "--out", "site")
    assert Path("site/index.html").exists()


SMOKE: Mapping[str, Callable[[], None]] = {
    "cluster": cluster,
    "games": games,
    "images": images,
    "playtest": playtest,
    "plots": plots,
    "print": prints,
    "tables": tables,
    "web": web,
}
"""The job of each extra."""

MISSING: Mapping[str, tuple[str, ...]] = {
    "images": ("render", GRID, "-o", "grid.png"),
    "playtest": ("playtest", str(EXAMPLES / "files/evening.jsonl")),
    "plots": ("rank", "--plot", "ranking.png"),
    "print": ("sheet", "-o", "tiles.pdf"),
    "tables": ("rank", "--table", "ranking.parquet"),
    "web": ("serve", "--port", "0"),
}
"""Commands that need an extra."""


def main(extra: str) -> None:
    """Test an installation with one extra, with ``all`` of them, or with none (``""``)."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if not extra:
            library()
        for name, job in SMOKE.items():
            if extra in (name, "all"):
                job()
        for name, arguments in MISSING.items():
            if extra not in (name, "all"):
                message = chatuchak(*arguments, code=2)
                assert f"[{name}]" in message, message


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")

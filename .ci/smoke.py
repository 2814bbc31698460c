"""A few jobs of an installation, with one extra or none: all is there that it needs.

Run by the Python of a clean environment, which holds the built package and nothing else of ours:
``python .ci/smoke.py [EXTRA]``. What the extra is for has to work; what other extras are for has to
say in one line which one is missing.
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
    """Run the command, hold it to its exit code, and return what it printed."""
    command = [sys.executable, "-m", "chatuchak_cli", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode != code:
        raise SystemExit(f"{' '.join(arguments)} ended with {ended.returncode}:\n{ended.stderr}")
    told = [line for line in ended.stderr.splitlines() if line and not line.startswith("[#")]
    if code == 0 and "--json" in arguments and told:  # progress is told where the machine is slow
        raise SystemExit(f"{' '.join(arguments)} said on standard error:\n{ended.stderr}")
    return ended.stderr if code else ended.stdout


def file_with(name: str, start: bytes) -> None:
    """Hold a file that was written to its first bytes."""
    assert Path(name).read_bytes().startswith(start), name


def library() -> None:
    """Import every name of both fronts, and do a job of each kind."""
    for front in ("chatuchak_solver", "chatuchak_generators"):
        subprocess.run([sys.executable, "-c", f"from {front} import *"], check=True)
    assert json.loads(chatuchak("solve", GRID, "--json"))["length"] == OPTIMUM
    again = subprocess.run(
        [sys.executable, "-m", "chatuchak_cli", "solve", GRID], capture_output=True, check=True
    )
    assert not again.stderr, again.stderr  # kernels are kept, whichever LLVM compiled them
    assert chatuchak("generate", "-n", "1", "--seed", "1").strip() == GRID
    chatuchak("difficulty", GRID)  # with the lowest numba this compiles for long, and tells so
    assert json.loads(chatuchak("difficulty", GRID, "--json"))["optimal_length"] == OPTIMUM
    stand = str(EXAMPLES / "market_stand.json")
    assert json.loads(chatuchak("score", "stand", stand, "--json"))["winners"]
    chatuchak("render", GRID, "-o", "grid.svg")
    file_with("grid.svg", b"<svg")
    games = chatuchak("game", "mercado", "simulate", "-n", "2", "--seed", "1", "--json")
    assert json.loads(games)["games"] == 2


def cluster() -> None:
    """Run a survey on the workers of a scheduler."""
    from distributed import LocalCluster

    here = {"protocol": "tcp", "host": "127.0.0.1", "dashboard_address": None}
    with LocalCluster(n_workers=1, processes=False, **here) as local:
        address = str(local.scheduler_address)
        chatuchak("survey", "-n", "20", "--seed", "1", "--out", "s.sqlite", "--scheduler", address)
    file_with("s.sqlite", b"SQLite")


def games() -> None:
    """Begin a game in each of the other interfaces."""
    import gymnasium
    import pyspiel

    from chatuchak_solver.adapters import openspiel, pettingzoo
    from chatuchak_solver.adapters.gymnasium import ENV_ID

    assert openspiel.GAME_NAMES  # importing it tells pyspiel of the games
    gymnasium.make(ENV_ID).reset(seed=1)
    assert pyspiel.load_game("chatuchak_mercado").num_players() == 2
    pettingzoo.env("mercado", num_players=2).reset(seed=1)


def images() -> None:
    """Draw pictures of pixels, and read a photo."""
    chatuchak("render", GRID, "-o", "grid.png")
    file_with("grid.png", b"\x89PNG")
    chatuchak("render", GRID, "--solve", "-o", "solution.gif")
    file_with("solution.gif", b"GIF8")
    assert json.loads(chatuchak("read", str(EXAMPLES / "files/photo.jpg"), "--json"))["grid"]


def plots() -> None:
    """Plot a ranking."""
    Path("tiles.txt").write_text(GRID, encoding="utf-8")
    chatuchak("rank", "--tiles", "tiles.txt", "--plot", "ranking.svg")
    assert "<svg" in Path("ranking.svg").read_text(encoding="utf-8")


def prints() -> None:
    """Write a sheet as PDF."""
    chatuchak("sheet", "-o", "tiles.pdf")
    file_with("tiles.pdf", b"%PDF")


def playtest() -> None:
    """Measure an evening of games."""
    said = chatuchak("playtest", str(EXAMPLES / "files/evening.jsonl"), "--json")
    assert json.loads(said)["tiles"][0]["low"]


def tables() -> None:
    """Write a ranking as Parquet."""
    Path("tiles.txt").write_text(GRID, encoding="utf-8")
    chatuchak("rank", "tiles.txt", "--table", "ranking.parquet")
    file_with("ranking.parquet", b"PAR1")


def web() -> None:
    """Serve the page, and write it as files."""
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
"""What each extra is for."""

MISSING: Mapping[str, tuple[str, ...]] = {
    "images": ("render", GRID, "-o", "grid.png"),
    "playtest": ("playtest", str(EXAMPLES / "files/evening.jsonl")),
    "plots": ("rank", "--plot", "ranking.png"),
    "print": ("sheet", "-o", "tiles.pdf"),
    "tables": ("rank", "--table", "ranking.parquet"),
    "web": ("serve", "--port", "0"),
}
"""Commands that need an extra, and say so where it is not installed."""


def main(extra: str) -> None:
    """Try an installation with one extra, with ``all`` of them, or with none (``""``)."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if not extra:
            library()
        for name, job in SMOKE.items():
            if extra in (name, "all"):
                job()
        for name, arguments in MISSING.items():
            if extra not in (name, "all"):
                said = chatuchak(*arguments, code=2)
                assert f"[{name}]" in said, said


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")

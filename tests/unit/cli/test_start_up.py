"""Start-up: imports of help, messages of the first run, warmup, completion."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from chatuchak_cli.main import COMMANDS, cli, run
from chatuchak_cli.shared.runner import COMPILE_NOTICE, ExitCode
from chatuchak_solver import VerificationError, __version__
from chatuchak_solver.kernels.machine_code import PLATFORMS, PROVENANCE
from chatuchak_solver.search.goal_directed import GoalDirectedSearch
from docs.extensions.command_pages import every_command
from docs.extensions.shell import EXAMPLES
from tests.caches import easy_photo
from tests.forked import run_python
from tests.unit.cli.conftest import Chatuchak
from tests.unit.test_kernel_twins import kernels

SHIPPED = json.loads(PROVENANCE.read_text(encoding="utf-8"))
HEAVY = {
    *("numba", "numpy", "ortools", "networkx", "llvmlite"),
    *("matplotlib", "distributed", "dask", "sqlite3"),
}
LIGHT_COMMANDS = (
    *("solve", "hint", "verify", "check", "generate", "render", "play", "serve"),
    *("warmup", "completion", "rank", "difficulty", "solutions", "survey", "records"),
)

NEAR = "PPYPGG/BRGRGP/RYPYBY/BB.YGR/BRYBGR"
NEAR_BY_SLIDES = "RRRYYY/GRRY.Y/GGRBYB/PPGBBB/PGPGPB"
"""Grids of the game's board with short solutions; their searches run all kernels."""


PRINT_IMPORTS = """
import json, sys
from chatuchak_cli.main import run
for arguments in json.loads(sys.argv[1]):
    code = run(arguments)
    imported = sorted({name.split(".")[0] for name in sys.modules})
    print("imported", json.dumps([code, imported]), file=sys.stderr)
"""


def check_imports(*commands: str, without: set[str]) -> None:
    """Check that commands, one after the other in one process, end well and import none of these.

    Imports persist for later commands, so the first reported command is the cause.
    """
    done = run_python("-c", PRINT_IMPORTS, json.dumps([command.split() for command in commands]))
    assert done.returncode == 0, done.stderr
    lines = [line.partition("imported ") for line in done.stderr.splitlines()]
    imports = [json.loads(document) for _, mark, document in lines if mark]
    for command, (code, imported) in zip(commands, imports, strict=True):
        assert code == 0, command
        assert without.isdisjoint(imported), command


def test_help_and_small_commands_import_no_heavy_modules() -> None:
    helps = [f"{name} --help" for name in LIGHT_COMMANDS]
    check_imports("--help", "--version", "check tile:1", *helps, without=HEAVY)


def test_plans_import_or_tools_only_for_cp_sat() -> None:
    code = (
        "import sys\n"
        "from chatuchak_cli.main import run\n"
        "run(['stand', 'plan', '--help'])\n"
        "from tests.unit.stand.problems import seeded_problem\n"
        "from chatuchak_solver.stand.plan import PlanOptions, plan_stand\n"
        "problem = seeded_problem(4, 2, fixed_order=True)\n"
        "plan_stand(problem)\n"
        "before = 'ortools' in sys.modules\n"
        "plan_stand(problem, PlanOptions(solver='cp-sat'))\n"
        "print(before, 'ortools' in sys.modules, file=sys.stderr)"
    )
    done = run_python("-c", code)
    assert done.stderr.splitlines()[-1] == "False True"


@pytest.mark.skipif(sys.platform not in PLATFORMS, reason="numba compiles the kernels there")
def test_solving_analysis_and_photos_import_no_numba(tmp_path: Path) -> None:
    photo, tiles = tmp_path / "photo.jpg", EXAMPLES / "files/my-tiles.txt"
    photo.write_bytes(easy_photo().jpeg)
    check_imports(
        *("solve tile:1 --json", "hint tile:1", "solutions tile:1", f"rank {tiles} --games 5"),
        *(
            f"solve {NEAR} --algorithm {algorithm} --json"
            for algorithm in ("ida", "astar", "anytime")
        ),
        f"solve {NEAR_BY_SLIDES} --rule slide --json",
        *("compare tile:1 tile:2 --games 5", f"report {tiles} --games 5"),
        *("generate --seed 1", "generate --optimal 19..21"),
        *("records", f"read {photo}"),
        without={"numba", "scipy", "ortools", "networkx"},
    )


@pytest.mark.skipif(sys.platform not in PLATFORMS, reason="numba compiles the kernels there")
def test_market_stands_import_no_numba(tmp_path: Path) -> None:
    request, proof, game = (tmp_path / name for name in ("request.json", "proof.json", "game.json"))
    request.write_text(
        '{"stand": "c07@0:0r0 c12@0:2r0", "hand": ["c03"], "market": ["c21", "c30"]}', "utf-8"
    )
    check_imports(
        *(f"stand place {request}", f"stand place {request} --rollouts --samples 2"),
        *(f"stand plan {request} --certificate {proof}", f"stand verify {proof}"),
        *(f"game market-stand new --seed 3 --out {game}", f"game market-stand legal {game}"),
        f"game market-stand advise {game} --time-limit 0.1",
        without={"numba", "scipy", "ortools", "networkx"},
    )


@pytest.mark.parametrize(
    ("command", "called", "seldom"),
    [
        ("check tile:1", "chatuchak_cli.grids.check.count_warning", True),
        ("serve", "chatuchak_cli.web.server.run_server", False),
    ],
)
def test_commands_but_no_server_collect_garbage_rarely(
    command: str, called: str, seldom: bool
) -> None:
    done = run_python(
        "-c",
        "import gc, sys\n"
        "from unittest.mock import patch\n"
        "from chatuchak_cli.main import main\n"
        "usual = gc.get_threshold()\n"
        "def tell(*_, **__): print(gc.get_threshold() != usual, file=sys.stderr)\n"
        f"sys.argv[1:] = {command.split()}\n"
        f"with patch({called!r}, tell):\n"
        "    try:\n"
        "        main()\n"
        "    finally:\n"
        "        print(gc.get_freeze_count() > 0, file=sys.stderr)",
    )
    assert done.stderr.split() == [str(seldom), "True"], done.stderr


def test_every_command_has_help(chatuchak: Chatuchak) -> None:
    commands = [path.split() for path, _, _ in every_command()]
    for path in {" ".join(words[:count]) for words in commands for count in range(1, 5)}:
        outcome = chatuchak(*path.split()[1:], "--help")
        assert (outcome.code, outcome.err) == (0, ""), path
        assert outcome.out.startswith(f"Usage: {path}")


def test_json_is_the_last_option() -> None:
    for path, command, _ in every_command():
        names = [name for param in command.params for name in param.opts if name[0] == "-"]
        assert "--json" not in names[:-1], path


def test_the_version_and_no_command(chatuchak: Chatuchak) -> None:
    assert chatuchak("--version").out == f"chatuchak, version {__version__}\n"
    outcome = chatuchak()
    assert outcome.code == 2
    assert outcome.err.startswith("Usage: chatuchak")
    assert "error:" not in outcome.err


def test_help_lists_each_command_once() -> None:
    listed = [name for names in COMMANDS.values() for name in names]
    assert sorted(listed) == sorted(cli.list_commands(click.Context(cli)))


@pytest.mark.parametrize(
    ("error", "message", "code"),
    [
        (VerificationError("goal returned nonsense"), "error: goal returned nonsense: ", 70),
        (KeyError("x"), "error: KeyError: 'x': ", 70),
        (MemoryError(), "error: not enough memory\n", 2),
    ],
)
def test_an_internal_error_is_reported_as_a_defect(
    chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str, code: int
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("chatuchak_cli.puzzle.solve.solve", fail)
    outcome = chatuchak("solve", "tile:1")
    assert (outcome.code, outcome.out) == (code, "")
    defect = "a defect of this program, not of the input; please report it (--debug)\n"
    assert outcome.err == message + defect * (code == 70)
    assert "Traceback" in chatuchak("--debug", "solve", "tile:1").err


def test_wrong_answer_is_a_defect(chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch) -> None:
    # Spot 0 is the empty one of tile 1, so that the "solution" is not even legal.
    wrong = property(lambda _: (0, 0), lambda _, __: None)
    monkeypatch.setattr(GoalDirectedSearch, "incumbent", wrong, raising=False)
    for arguments in (("solve", "tile:1"), ("hint", "tile:1"), ("records", "--prove")):
        outcome = chatuchak(*arguments)
        assert outcome.code == 70
        assert "a defect of this program" in outcome.err


def test_exit_codes_are_explained(chatuchak: Chatuchak) -> None:
    explained = chatuchak("--help").out.partition("Exit codes:")[2].split("\n")
    assert {int(line.split()[0]) for line in explained if line.strip()} == set(ExitCode)


def test_the_first_run_prints_a_notice_of_compilation_without_json(tmp_path: Path) -> None:
    def generate(folder: str, *options: str) -> subprocess.CompletedProcess[str]:
        run_main = "import sys; from chatuchak_cli.main import run; sys.exit(run(sys.argv[1:]))"
        words = ("generate", "-n", "1001", "--seed", "1", *options)
        return run_python("-c", run_main, *words, NUMBA_CACHE_DIR=str(tmp_path / folder))

    first, second = (generate("text") for _ in range(2))
    assert first.returncode == second.returncode == 0
    assert first.stderr.count(COMPILE_NOTICE) == 1
    assert COMPILE_NOTICE not in second.stderr
    assert first.stdout == second.stdout
    as_json = generate("json", "--json")
    assert as_json.returncode == 0
    assert "compiling" not in as_json.stderr
    assert list((tmp_path / "json").rglob("start_grids.*"))  # it was compiled


def test_warmup_loads_all_shipped_kernels() -> None:
    done = run_python(
        "-c",
        "import sys\n"
        "from chatuchak_cli.main import run\n"
        "from chatuchak_solver.kernels import machine_code\n"
        "load = machine_code._object_code\n"
        "def log_load(name, made):\n"
        "    print(f'\\nloads {name}', file=sys.stderr)\n"
        "    return load(name, made)\n"
        "machine_code._object_code = log_load\n"
        "sys.exit(run(['warmup', '--json']))",
    )
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)) == {"steps", "seconds"}
    loaded = [line.partition("loads ")[2] for line in done.stderr.splitlines() if "loads " in line]
    assert sorted(loaded) == (sorted(SHIPPED) if sys.platform in PLATFORMS else [])


def test_every_kernel_is_shipped() -> None:
    sources = {source for kernel in SHIPPED.values() for source in kernel["sources"]}
    modules = {name.rpartition(".")[0] for name in kernels()}
    assert modules <= {source.removesuffix(".py").replace("/", ".") for source in sources}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("chatuchak sol", "plain,solve"),
        ("chatuchak solve ti", "plain,tile:16"),
        ("chatuchak solve grids.t", "file,grids.t"),
        ("chatuchak solve --ru", "plain,--rule"),
        ("chatuchak solve --rule s", "plain,slide"),
    ],
)
def test_completion_completes(
    words: str, offered: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_CHATUCHAK_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        run([])
    assert offered in capsys.readouterr().out.splitlines()

"""Streams that are closed, full or of another character set, and words that no terminal shows."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import RUN_PROGRAM, run_forked

GRID = ".RY/YRG/RGG"
GAME = "docs/examples/market_stand.json"
ROOT = Path(__file__).parents[2]


CLOSED_INPUT = "os.close(0); sys.stdin = None"
"""As at the start of Python with closed standard input, which takes longer."""


def encoded(encoding: str) -> str:
    """Return code that sets the streams as the variable PYTHONIOENCODING does."""
    options = f"encoding={encoding!r}, errors='strict'"
    return f"sys.stdin = open(0, {options}); sys.stdout.reconfigure({options})"


def chatuchak(
    *arguments: str | bytes, shell: str = "", before: str = "", stdin: Path = Path(os.devnull)
) -> subprocess.CompletedProcess[bytes]:
    """Run the program after some code, or in a new process with redirections of a shell."""
    if not shell:
        code = f"import os, sys\n{before}\n{RUN_PROGRAM}"
        ended = run_forked(arguments, code, folder=ROOT, stdin=stdin)
        return subprocess.CompletedProcess(arguments, ended.code, ended.out, ended.err)
    return subprocess.run(
        ("sh", "-c", f'exec "$0" -m chatuchak_cli "$@" {shell}', sys.executable, *arguments),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )


def refusal(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the one line of a refusal."""
    assert (done.returncode, done.stdout) == (2, b""), done.stderr
    line = done.stderr.decode()
    assert line.startswith("error: ")
    assert line.endswith("\n")
    assert line[:-1].isprintable()
    assert len(line) < 1100
    return line


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "stand", "-"),
        ("stand", "plan", "-"),
        ("game", "mercado", "legal", "-"),
        ("solve", "-"),
        ("render", "-", "-o", "-"),
    ],
    ids=" ".join,
)
def test_closed_standard_input_is_refused(arguments: tuple[str, ...]) -> None:
    assert "standard input is closed: expected " in refusal(
        chatuchak(*arguments, before=CLOSED_INPUT)
    )


@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(closed: str, tmp_path: Path) -> None:
    svg = tmp_path / "solution.svg"
    assert chatuchak("solve", GRID, "--svg", str(svg), shell=closed).returncode == 0
    assert svg.read_text("utf-8").startswith("<svg")
    assert chatuchak("solve", "nothing", shell=closed).returncode == 2


def test_a_companion_refuses_standard_input_that_is_closed_or_no_text(tmp_path: Path) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\xfe\n")
    arguments = ("game", "river-market", "companion", "--file", str(tmp_path / "game.json"))
    closed = chatuchak(*arguments, shell="<&-")
    assert closed.returncode == 2
    assert closed.stderr == b"error: standard input is closed: expected events, one per line\n"
    odd = chatuchak(*arguments, before=encoded("utf-8"), stdin=typed)
    assert odd.returncode == 2
    assert odd.stderr == b"error: line 1: a line is not text (UTF-8): expected events\n"


@pytest.mark.parametrize("title", [b"a\xffb", b"a\nb", b"\x1b[2J"])
def test_a_title_that_cannot_be_printed_is_refused(title: bytes, tmp_path: Path) -> None:
    out = str(tmp_path / "picture.svg")
    line = refusal(chatuchak("render", GRID, "-o", out, "--title", title))
    assert "expected printable text on one line" in line


@pytest.mark.parametrize("name", [b"no\nsuch/a.svg", b"no\x1b[2Jsuch/a.svg", b"n\xff/a.svg"])
def test_errors_print_file_names_on_one_line(name: bytes, tmp_path: Path) -> None:
    line = refusal(chatuchak("render", GRID, "-o", os.fsencode(tmp_path) + b"/" + name))
    assert "cannot write it: No such file or directory" in line


@pytest.mark.parametrize("name", [b"a\nb.svg", b"a\xffb.svg"])
def test_odd_file_names_are_written_and_reported(name: bytes, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/" + name
    done = chatuchak("render", GRID, "-o", path, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert os.fsencode(json.loads(done.stdout)["file"]) == path
    assert os.path.getsize(path) == json.loads(done.stdout)["bytes"]


def test_a_full_disk_after_the_answer_is_one_line(tmp_path: Path) -> None:
    # As many bytes as an empty file may have: every write fails, as on a full disk.
    svg = tmp_path / "a.svg"
    done = subprocess.run(
        ("sh", "-c", 'ulimit -f 0; exec "$0" -B -m chatuchak_cli "$@"', sys.executable,
         "solve", GRID, "--json", "--svg", str(svg)),
        cwd=ROOT, capture_output=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert json.loads(done.stdout)["length"] == 4
    # Notes on compiled kernels are first.
    *notes, line = done.stderr.decode().splitlines()
    assert line == f"error: {svg}: cannot write it: File too large"
    assert all(note.startswith(("compiling", "note:")) for note in notes)
    assert list(tmp_path.iterdir()) == []


RENDER = f"render {GRID} --format png -o -"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("line", ["--help", "check nothing", f"solve {GRID} --svg a.svg", RENDER])
def test_readers_may_close_both_streams(line: str, encoding: str, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = ("env", f"PYTHONIOENCODING={encoding}", sys.executable, "-m", "chatuchak_cli")
    done = subprocess.call((*command, *line.split()), cwd=tmp_path, stdout=writer, stderr=writer)
    os.close(writer)
    assert done == (2 if "nothing" in line else 0)
    assert bool([*tmp_path.iterdir()]) == ("a.svg" in line)


def test_full_standard_output_is_one_line() -> None:
    full = chatuchak("check", "tile:1", shell=">/dev/full")
    assert "standard output: No space left on device" in refusal(full)


def test_a_device_is_written_to_and_stays_one(tmp_path: Path) -> None:
    link = tmp_path / "link.svg"
    target = tmp_path / "target.svg"
    link.symlink_to(target)
    assert chatuchak("render", GRID, "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert target.is_file()
    assert chatuchak("render", GRID, "-o", "/dev/null", "--format", "svg").returncode == 0
    assert not Path("/dev/null").is_file()
    pipe = chatuchak("render", GRID, "-o", "/dev/fd/1", "--format", "svg", shell="| cat")
    assert pipe.stdout.startswith(b"<svg")


@pytest.mark.parametrize(
    ("encoding", "command"), [("ascii", ("score", "stand")), ("latin-1", ("stand", "show"))]
)
def test_foreign_names_are_replaced(
    encoding: str, command: tuple[str, str], tmp_path: Path
) -> None:
    game = json.loads((ROOT / GAME).read_text(encoding="utf-8"))
    game["players"][0]["name"] = "Zoë 市"
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game), encoding="utf-8")
    done = chatuchak(*command, str(path), before=encoded(encoding))
    assert (done.returncode, done.stderr) == (0, b"")
    assert r"\u5e02" in done.stdout.decode(encoding)
    document = chatuchak("score", "stand", str(path), "--json", before=encoded(encoding))
    assert json.loads(document.stdout)["players"][0]["name"] == "Zoë 市"


def test_a_huge_number_of_solutions_lists_all() -> None:
    done = chatuchak("solutions", GRID, "--list", str(10**21), "--json")
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["solutions"]) == 5


def test_errors_print_huge_values_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for name, value in (("\x1b[2J\n" * 99, 1), ("players", "\x1b" * 10**6), ("x" * 10**6, 1)):
        path.write_text(json.dumps({name: value}), encoding="utf-8")
        refusal(chatuchak("score", "stand", str(path)))

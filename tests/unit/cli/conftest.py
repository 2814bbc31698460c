"""Running the command line in this process, as `main` runs it."""

import io
import json
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from chatuchak_cli.install.commands import warm_up_steps
from chatuchak_cli.main import run


@dataclass(frozen=True)
class Outcome:
    """Output and exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on standard output."""
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The single line of a refusal, the only output."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.removeprefix("error: ").rstrip("\n")


Chatuchak = Callable[..., Outcome]
PressIn = Callable[[object, str], None]


@pytest.fixture(scope="session")
def compiled() -> None:
    """Compile every kernel first, so that no command reports a compilation."""
    for _, step in warm_up_steps():
        step()


@pytest.fixture
def chatuchak(
    compiled: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Chatuchak:
    """Run ``chatuchak(*arguments, stdin=...)``."""
    for name in ("CHATUCHAK_TILES", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def outcome(*arguments: object, stdin: str | bytes = b"") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return outcome


@pytest.fixture
def press_ctrl_c_in(monkeypatch: pytest.MonkeyPatch) -> PressIn:
    """Press Ctrl-C when a function, ``press_ctrl_c_in(owner, name)``, is first called."""

    def press_in(owner: object, name: str) -> None:
        called = getattr(owner, name)
        presses = iter([signal.SIGINT])

        def pressing(*arguments: Any, **options: Any) -> Any:
            for number in presses:
                signal.raise_signal(number)
            return called(*arguments, **options)

        monkeypatch.setattr(owner, name, pressing)

    return press_in

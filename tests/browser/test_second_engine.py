"""The page in Firefox, another engine than the other tests': it opens, solves and speaks.

Driven by WebDriver BiDi, built into Firefox; skipped without Firefox.
"""

import itertools
import json
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Grid, solve
from tests.browser.chromium import PATIENCE_S
from tests.browser.page import START
from tests.programs import FIREFOX, require_program
from tests.web_server import local_address


class Firefox:
    """A browser and one tab of it.

    Parameters
    ----------
    address
        Address of the browser for commands.
    """

    def __init__(self, address: str) -> None:
        websocket = pytest.importorskip("websocket")
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=PATIENCE_S, suppress_origin=True
        )
        self._numbers = itertools.count(1)
        self.ask("session.new", {"capabilities": {}})
        tabs = self.ask("browsingContext.getTree", {})["contexts"]
        self._tab = tabs[0]["context"]

    def ask(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Give a command and return its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result

    def close(self) -> None:
        self._socket.close()

    def open(self, url: str) -> None:
        where = {"context": self._tab, "url": url, "wait": "complete"}
        self.ask("browsingContext.navigate", where)

    def run(self, expression: str) -> Any:
        """Return the value of an expression in JavaScript that is a text, a number or so."""
        script = {"expression": expression, "target": {"context": self._tab}, "awaitPromise": True}
        answer = self.ask("script.evaluate", script)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not self.run(f"Boolean({condition})"):
            assert time.monotonic() < end, condition
            time.sleep(0.05)


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Start a browser with an empty profile, or skip the test."""
    require_program("firefox")
    (profile / "user.js").write_text(
        'user_pref("app.update.enabled", false);\n'
        'user_pref("browser.shell.checkDefaultBrowser", false);\n'
        'user_pref("intl.accept_languages", "en");\n'
    )
    process = subprocess.Popen(
        (str(FIREFOX), "--headless", "--no-remote", "--profile", str(profile),
         "--remote-debugging-port", "0", "about:blank"),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={"HOME": str(profile), "MOZ_HEADLESS": "1", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert process.stderr is not None
    # A browser that never prints its address is ended.
    watch = threading.Timer(PATIENCE_S, process.kill)
    watch.start()
    reader = threading.Thread(target=process.stderr.read)
    try:
        address = None
        for line in process.stderr:
            if listening := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                address = listening[1]
                break
        assert address is not None, "Firefox did not start"
        watch.cancel()
        reader.start()  # later output, too: a full pipe would block it
        browser = Firefox(address)
        yield browser
        browser.close()
    finally:
        watch.cancel()
        process.kill()
        process.wait()
        if reader.is_alive():
            reader.join()
        process.stderr.close()


def test_the_page_solves_in_another_engine(tmp_path: Path) -> None:
    length = solve(Grid.parse(START)).length
    with firefox(tmp_path) as browser, local_address() as url:
        browser.open(f"{url}#grid={START}")
        browser.wait("document.body.dataset.ready")
        browser.wait(f"document.getElementById('best').textContent === '{length}'")
        browser.run("document.getElementById('hint').click()")
        browser.wait(
            f"document.getElementById('message').textContent.includes('{length} moves to go')"
        )
        browser.run("document.getElementById('solve').click()")
        browser.wait("!document.getElementById('follow').hidden")
        steps = browser.run("document.getElementById('follow-step').textContent")
        assert steps == f"Step 1 of {length}"
        browser.wait("/Difficulty/.test(document.getElementById('about').textContent)")
        browser.run("document.getElementById('own').click()")
        browser.wait("!document.getElementById('entry').hidden")
        browser.open("about:blank")

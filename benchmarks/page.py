"""The page in Chromium: response times, loaded bytes, Lighthouse and axe.

``python -m benchmarks page`` prints the results and stores them in RESULTS.md. It needs Chromium
and its driver. Lighthouse (npm) and axe (axe-core-python) are used if installed.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.report import machine, table, write_section
from chatuchak_generators.start_grids import start_grid
from chatuchak_solver.search.solve import solve
from tests.browser.chromium import chromium
from tests.browser.page import Page
from tests.browser.states import GO_ON, STATES, axe_findings
from tests.programs import CHROMIUM, NO_CHROMIUM
from tests.web_server import running_server

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

__all__ = ["main"]

SEED = 140
GRIDS = 100
TURNS = 3
OPENINGS = 9
FIRST_S, LATER_S, MAX_BYTES = 0.5, 0.1, 300_000
"""Targets: seconds to the first and to later solutions, bytes before the first move."""

WATCH = """
const seen = window.seen = {};
const note = (name) => { seen[name] ??= performance.now(); };
const find = (id) => document.getElementById(id);
const look = () => {
  if (document.body?.dataset.ready && !seen.ready) {
    note("ready");
    find("solve").click();
    find("solve").click();
  }
  if (/\\d/.test(find("best")?.textContent)) note("optimum");
  if (find("follow")?.hidden === false) note("solution");
  if (!seen.optimum || !seen.solution) setTimeout(look, 1);
};
look();
"""
"""Script that records times until the page is playable and answers are shown."""

AGAIN = """
const done = arguments[0];
document.getElementById("follow-close").click();
document.querySelector(".spot.legal").click();
const start = performance.now();
document.getElementById("solve").click();
const look = () => document.getElementById("follow").hidden ? setTimeout(look, 0)
  : done(performance.now() - start);
look();
"""
"""Script that moves a booth and returns milliseconds until the next solution."""

IN_WORKER = """
const [grids, done] = arguments;
const run = async () => {
  const { Solver } = await import(new URL("solver/solver.js", location.href));
  const solver = new Solver();
  await solver.ready;
  const found = [];
  for (const grid of grids) found.push(await solver.solve(grid));
  solver.close();
  return found.map(({ milliseconds, expanded }) => [milliseconds, expanded]);
};
run().then(done);
"""


class CountingRelay:
    """Relay between browsers and the server that counts bytes to the browsers.

    Parameters
    ----------
    port
        The server's local port.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self.received = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                for ends in ((browser, server, False), (server, browser, True)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, counts: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if counts:
                    self.received += len(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._listener.close()


def forget(driver: Chrome, url: str) -> None:
    where = {"origin": url.rstrip("/"), "storageTypes": "all"}
    driver.get("about:blank")
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", where)
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})


def opened(driver: Chrome, url: str) -> dict[str, float]:
    forget(driver, url)
    driver.get(url)
    page = Page(driver)
    page.wait("window.seen.optimum && window.seen.solution")
    seen: dict[str, float] = page.run("return window.seen")
    driver.set_script_timeout(120)
    seen["later"] = driver.execute_async_script(AGAIN)
    return seen


@contextmanager
def watched(driver: Chrome) -> Iterator[None]:
    command = "Page.addScriptToEvaluateOnNewDocument"
    found = driver.execute_cdp_cmd(command, {"source": WATCH})
    yield
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", found)


def openings(driver: Chrome, url: str) -> str:
    with watched(driver):
        seen = [opened(driver, url) for _ in range(OPENINGS)]
    names = {
        "ready": ("page can be played", ""),
        "optimum": ("optimum of the first tile shown", ""),
        "solution": ("first solution shown, Solve pressed as soon as it can be", f"{FIRST_S} s"),
        "later": ("a later solution shown, after a move", f"{LATER_S} s"),
    }
    rows = []
    for name, (words, target) in names.items():
        times = sorted(timings[name] for timings in seen)
        figures = (times[0], statistics.median(times), times[-1])
        rows.append([words, *(f"{figure:.0f}" for figure in figures), target])
    return table(["from opening to", "least ms", "median", "most", "target"], rows)


def bytes_before_the_first_move(driver: Chrome, url: str) -> int:
    relay = CountingRelay(int(url.rstrip("/").rpartition(":")[2]))
    forget(driver, relay.url)
    driver.get(relay.url)
    Page(driver)
    received = relay.received
    relay.close()
    return received


def speeds(driver: Chrome, url: str) -> str:
    grids = [start_grid(SEED, index).grid for index in range(GRIDS)]
    solve(grids[0])  # compile
    driver.get(url)
    Page(driver)
    driver.set_script_timeout(300)
    native: list[list[float]] = []
    compiled: list[list[float]] = []
    nodes: list[int] = []
    for _ in range(TURNS):
        times = []
        for grid in grids:
            start = time.perf_counter()
            solve(grid)
            times.append((time.perf_counter() - start) * 1e3)
        native.append(times)
        found = driver.execute_async_script(IN_WORKER, [str(grid) for grid in grids])
        compiled.append([milliseconds for milliseconds, _ in found])
        nodes = [expanded for _, expanded in found]
    rows = []
    for name, turns in (("Python (`solve`)", native), ("WebAssembly (Chromium)", compiled)):
        least = [min(times) for times in zip(*turns, strict=True)]
        rows.append([name, f"{statistics.mean(least):.2f}", f"{statistics.median(least):.2f}"])
    if nodes != [solve(grid).expanded for grid in grids]:
        raise RuntimeError("the page's solver expands other nodes than the library's")
    return table(["solver", "mean ms a grid", "median"], rows)


def lighthouse(url: str) -> str:
    program = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse")
    if program is None or CHROMIUM is None:
        return "Lighthouse is not installed here (npm package `lighthouse`)."
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        flags = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage"
        command = (program, url, "--quiet", "--output=json", f"--output-path={out}")
        environment = {**os.environ, "CHROME_PATH": CHROMIUM}
        subprocess.run((*command, f"--chrome-flags={flags}"), env=environment, check=True)
        report = json.loads(out.read_text("utf-8"))
    scores = [
        [category["title"], f"{100 * category['score']:.0f}"]
        for category in report["categories"].values()
    ]
    audits: dict[str, Any] = report["audits"]
    names = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
    times = "; ".join(f"{audits[name]['title']} {audits[name]['displayValue']}" for name in names)
    said = f"Lighthouse {report['lighthouseVersion']}, simulated phone: {times}."
    return f"{table(['category', 'score'], scores)}\n\n{said}".replace("\u00a0", " ")


def findings(driver: Chrome, url: str) -> str:
    if find_spec("axe_core_python") is None:
        return "axe is not installed here (Python package `axe-core-python`)."
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    counts = {}
    for state, enter in STATES.items():
        if state not in GO_ON:
            driver.get(url)
        enter(Page(driver))
        counts[state] = len(axe_findings(driver))
    said = ", ".join(f"{state} {count}" for state, count in counts.items())
    return f"Findings of axe at 390x844, by state: {said}."


def main() -> None:
    if CHROMIUM is None:
        sys.exit(NO_CHROMIUM)
    busy = os.getloadavg()[0]
    with running_server() as server:
        url = server.url
        with chromium() as driver:
            shown = openings(driver, url)
            received = bytes_before_the_first_move(driver, url)
            solved = speeds(driver, url)
            found = findings(driver, url)
        score = lighthouse(url)
    text = f"""## The page in a browser

{machine()} `python -m benchmarks page`, headless Chromium, `chatuchak serve` on the same machine,
with a load average of {busy:.1f} from other work before it started (niceness {os.nice(0)}). A
newcomer's browser, {OPENINGS} times, nothing kept from before:

{shown}

{received:,} bytes over the wire before the first move (most: {MAX_BYTES:,}).

{GRIDS} random start grids by both, the same nodes, the least of {TURNS} turns of each grid:

{solved}

{score}

{found}
"""
    print(text)
    write_section("page", text)

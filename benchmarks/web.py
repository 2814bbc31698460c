"""The web page's server under the load of many clients at once, over loopback.

``python -m benchmarks web`` runs it and keeps its section of RESULTS.md. Each client plays as a
page does, without a pause: a random grid, its solution, hints along it, and the page's files.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from benchmarks.report import machine, table, write_section

__all__ = ["main"]

CLIENTS = 50
SECONDS = 30.0
BOUND_S = 5.0
"""No answer may take longer."""


@dataclass
class Tally:
    """What the clients saw."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failures: list[str] = field(default_factory=list)

    def add(self, kind: str, seconds: float, status: int) -> None:
        """Count one answer."""
        self.seconds[kind].append(seconds)
        if status not in (200, 304):
            self.failures.append(f"{kind}: status {status}")


@contextmanager
def server() -> Iterator[str]:
    """Run the server on a free port and give its address."""
    command = (sys.executable, "-m", "chatuchak_cli", "serve", "--port", "0")
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = None
        for line in process.stderr:
            found = re.search(r"http://\S+/", line)
            if found:
                break
        if found is None:
            raise RuntimeError("the server did not start")
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


async def play(address: str, number: int, end: float, tally: Tally) -> None:
    """Be one client until ``end``."""
    limits = httpx.Limits(max_connections=1)
    # Reading certificates, which plain HTTP needs none of, would hold up all clients at once.
    made = httpx.AsyncClient(base_url=address, timeout=30, limits=limits, verify=False)
    async with made as client:

        async def ask(kind: str, method: str, path: str, body: object = None) -> httpx.Response:
            start = time.perf_counter()
            answer = await client.request(method, path, json=body)
            tally.add(kind, time.perf_counter() - start, answer.status_code)
            return answer

        games = 0
        try:
            while time.perf_counter() < end:
                await ask("page", "GET", "/")
                await ask("tiles", "GET", "/api/tiles")
                seed = 1_000 * number + games
                games += 1
                grid = (await ask("random grid", "GET", f"/api/random?seed={seed}")).json()["grid"]
                await ask("solve", "POST", "/api/solve", {"grid": grid})
                for _ in range(5):
                    await ask("hint", "POST", "/api/hint", {"grid": grid})
        except (httpx.HTTPError, KeyError, ValueError) as error:
            tally.failures.append(f"client {number}: {error!r}")


async def load(address: str) -> tuple[Tally, float]:
    """Let all clients play, and return what they saw and how long it took."""
    tally = Tally()
    start = time.perf_counter()
    end = start + SECONDS
    await asyncio.gather(*(play(address, number, end, tally) for number in range(CLIENTS)))
    return tally, time.perf_counter() - start


def wait_until_measured(address: str) -> None:
    """Wait until the server has measured its tiles, as it does once at its start."""
    while not all(tile["measured"] for tile in httpx.get(f"{address}api/tiles").json()["tiles"]):
        time.sleep(0.2)


def main() -> None:
    """Measure, print the table and keep it in RESULTS.md."""
    busy = os.getloadavg()[0]
    with server() as address:
        wait_until_measured(address)
        tally, seconds = asyncio.run(load(address))
    every = [one for kind in tally.seconds.values() for one in kind]
    rows = []
    for kind, times in [*sorted(tally.seconds.items()), ("all", every)]:
        cuts = statistics.quantiles(times, n=100)
        figures = (statistics.median(times), cuts[94], cuts[98], max(times))
        rows.append([kind, f"{len(times):,}", *(f"{1000 * one:.0f}" for one in figures)])
    text = f"""## Web page under load

{CLIENTS} clients over loopback for {SECONDS:.0f} s, each asking without a pause; clients and
server share the machine, with a load average of {busy:.1f} from other work before they started
(niceness {os.nice(0)}).
{machine()} `python -m benchmarks web`

{table(["request", "answers", "median ms", "p95 ms", "p99 ms", "worst ms"], rows)}

{len(every) / seconds:,.0f} answers a second, {len(tally.failures)} errors, slowest answer
{max(every):.1f} s (bound: {BOUND_S:.0f} s).
"""
    print(text)
    write_section("web", text)
    if tally.failures or max(every) > BOUND_S:
        sys.exit(f"the load was too much: {tally.failures[:3]}, slowest {max(every):.1f} s")

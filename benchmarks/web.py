"""The web server under the load of many clients over loopback.

``python -m benchmarks web`` stores the table in RESULTS.md. Each client loads the page with all its
files and reloads it without pauses, as a browser does.
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
from chatuchak_cli.web.assets import INDEX, load_assets
from chatuchak_cli.web.page_data import PageData

__all__ = ["main"]

CLIENTS = 50
SECONDS = 30.0
RELOADS = 2
"""Reloads per client after the first visit."""
BOUND_S = 5.0
"""Maximum response time."""


@dataclass
class Tally:
    """Counts and response times of all clients."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failures: list[str] = field(default_factory=list)

    def add(self, kind: str, seconds: float, status: int) -> None:
        self.seconds[kind].append(seconds)
        if status not in (200, 304):
            self.failures.append(f"{kind}: status {status}")


@contextmanager
def server() -> Iterator[str]:
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


KINDS = {".js": "script", ".json": "data", ".wasm": "solver", ".css": "style", "": "page"}
"""Kind of file by suffix."""


def kind_of(path: str) -> str:
    return KINDS.get("." + path.rpartition(".")[2] if "." in path else "", "picture")


async def play(address: str, files: list[str], end: float, tally: Tally) -> None:
    """Simulate a client until ``end``."""
    limits = httpx.Limits(max_connections=1)
    # Loading TLS certificates, unused for HTTP, would block all clients.
    made = httpx.AsyncClient(base_url=address, timeout=30, limits=limits, verify=False)
    async with made as client:

        async def ask(path: str, etag: str | None = None) -> httpx.Response:
            start = time.perf_counter()
            headers = {} if etag is None else {"If-None-Match": etag}
            answer = await client.get(f"/{path}", headers=headers)
            name = kind_of(path) if etag is None else "not changed"
            tally.add(name, time.perf_counter() - start, answer.status_code)
            return answer

        try:
            while time.perf_counter() < end:
                kept = {path: (await ask(path)).headers["etag"] for path in files}
                for _ in range(RELOADS):
                    for path, etag in kept.items():
                        await ask(path, etag)
        except (httpx.HTTPError, KeyError) as error:
            tally.failures.append(repr(error))


async def load(address: str) -> tuple[Tally, float]:
    """Run all clients; return their tally and the elapsed time."""
    tally = Tally()
    assets = load_assets(PageData(served=True))
    files = ["" if path == INDEX else path for path in assets]
    start = time.perf_counter()
    end = start + SECONDS
    await asyncio.gather(*(play(address, files, end, tally) for _ in range(CLIENTS)))
    return tally, time.perf_counter() - start


def main() -> None:
    busy = os.getloadavg()[0]
    with server() as address:
        tally, seconds = asyncio.run(load(address))
    every = [time_s for kind in tally.seconds.values() for time_s in kind]
    rows = []
    for kind, times in [*sorted(tally.seconds.items()), ("all", every)]:
        cuts = statistics.quantiles(times, n=100)
        figures = (statistics.median(times), cuts[94], cuts[98], max(times))
        rows.append([kind, f"{len(times):,}", *(f"{1000 * figure:.0f}" for figure in figures)])
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

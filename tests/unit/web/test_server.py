"""The web server: right answers, clear refusals, bounds that hold, no file but the page's."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from importlib import resources
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_cli.main import run
from chatuchak_cli.web import app as app_module
from chatuchak_cli.web import measure as measure_module
from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.assets import FILES, load_assets
from chatuchak_cli.web.guard import SECURITY_HEADERS
from chatuchak_cli.web.server import ServerOptions
from chatuchak_cli.web.settings import WebSettings
from chatuchak_cli.web.solver_pool import BusyError, Memory, SolverPool
from chatuchak_data.solo_ranks import load_solo_ranks
from chatuchak_data.start_tiles import load_start_tiles
from chatuchak_generators.start_grids import start_grid
from chatuchak_solver.analysis.difficulty import difficulty
from chatuchak_solver.analysis.features import features_of
from chatuchak_solver.analysis.optimal_paths import OptimalPaths, PathLimits, optimal_paths
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.rendering.booths import BOOTH
from chatuchak_solver.rendering.grid_svg import MARGIN, PITCH
from chatuchak_solver.search.solve import solve
from chatuchak_solver.search.verify import replay
from tests.web_server import serving

if TYPE_CHECKING:
    from starlette.applications import Starlette

START = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"
STATIC = resources.files("chatuchak_cli.web").joinpath("static")
LOCAL = "http://127.0.0.1"


class Client:
    """Asks an application in this process, without a network."""

    def __init__(self, app: Starlette, runner: asyncio.Runner) -> None:
        self._app = app
        self._runner = runner

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
                return await client.request(method, path, **options)

        return self._runner.run(ask())

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)


@contextmanager
def client_of(app: Starlette) -> Iterator[Client]:
    with asyncio.Runner() as runner:
        yield Client(app, runner)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with client_of(make_app()) as made:
        yield made


def test_solutions_and_hints_are_the_solvers(client: Client) -> None:
    grid = Grid.parse(START)
    best = solve(grid)
    answer = client.post("/api/solve", json={"grid": START}).json()
    assert answer["status"] == "optimal"
    assert answer["length"] == answer["optimal_length"] == best.length
    assert replay(grid, answer["moves"])
    assert answer["rank"] == "Market Master"
    hint = client.post("/api/hint", json={"grid": START}).json()
    assert hint["remaining"] == best.length
    assert hint["proven"] is True
    after = client.post("/api/hint", json={"grid": str(grid.move(hint["move"]))}).json()
    assert after["remaining"] == hint["remaining"] - 1


def test_difficulties_are_the_analysis_own_and_measured_from_the_start() -> None:
    app = make_app()
    grid = load_start_tiles().tile(7)

    async def ask() -> tuple[httpx.Response, list[dict[str, Any]]]:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url=LOCAL) as client,
            asyncio.timeout(120),
        ):
            one = await client.post("/api/difficulty", json={"grid": str(grid)})
            while True:
                tiles = (await client.get("/api/tiles")).json()["tiles"]
                if all(tile["measured"] for tile in tiles):
                    return one, tiles
                await asyncio.sleep(0.05)

    one, tiles = asyncio.run(ask())
    features = features_of(cast("OptimalPaths", optimal_paths(grid)))
    assert one.json() == {
        "difficulty": round(difficulty(features), 1),
        "optimal_solutions": features.optimal_solutions,
        "expected_rank": "Market Master",
    }
    assert tiles[6]["difficulty"] == one.json()["difficulty"]
    assert all(tile["difficulty"] > 0 for tile in tiles)


def test_what_is_too_much_to_count_has_no_difficulty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_module, "LIMITS", PathLimits(positions=1))
    found = measure_module.measure(Grid.parse(START), load_solo_ranks())
    assert found == measure_module.Measure(None, None, None)


def test_the_memory_forgets_the_oldest() -> None:
    grids = [start_grid(seed, 0).grid for seed in range(4)]
    memory: Memory[int] = Memory(3)
    for number, grid in enumerate(grids[:3]):
        memory.keep(grid, number + 1)
    assert memory.get(grids[0]) == 1  # and so it is the latest
    memory.keep(grids[3], 4)
    assert [memory.get(grid) for grid in grids] == [1, None, 3, 4]


def test_a_solved_grid_has_no_hint(client: Client) -> None:
    solved = {"grid": "RRY/GRY/GG."}
    assert client.post("/api/hint", json=solved).json() == {
        "move": None,
        "remaining": 0,
        "proven": True,
    }
    assert client.post("/api/solve", json=solved).json()["moves"] == []


def test_tiles_come_with_optima_and_ranks(client: Client) -> None:
    answer = client.get("/api/tiles").json()
    grids = load_start_tiles().grids
    assert [tile["grid"] for tile in answer["tiles"]] == [str(grid) for grid in grids]
    assert [tile["tile"] for tile in answer["tiles"]] == list(range(1, len(grids) + 1))
    assert answer["tiles"][2]["optimal_length"] == solve(grids[2]).length
    assert answer["ranks"][0] == {"name": "Market Master", "most": 22}
    assert answer["ranks"][-1]["most"] is None


def test_random_grids_come_again_with_their_seed(client: Client) -> None:
    answer = client.get("/api/random?seed=7").json()
    assert answer["grid"] == str(start_grid(7, 0).grid)
    assert answer["seed"] == 7
    assert client.get("/api/random").json()["grid"] != client.get("/api/random").json()["grid"]


def test_start_rules_are_checked(client: Client) -> None:
    assert client.post("/api/check", json={"grid": str(start_grid(7, 0).grid)}).json() == {
        "valid": True,
        "violations": [],
    }
    broken = client.post("/api/check", json={"grid": ".RR/YYG/GBB"}).json()
    assert not broken["valid"]
    assert {one["rule"] for one in broken["violations"]} >= {"B"}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the request"),
        (b"{", "the request"),
        (b"\xff\xfe\x00", "the request"),
        (b"[]", "expected"),
        (b'{"grid": 5}', "grid"),
        (b'{"grid": "RYG"}', "got 3 spots"),
        (b'{"grid": ".RX/YYG/GBB"}', "row 1, column 3"),
        (b'{"grid": ".RY/YRG/RGG", "more": 1}', "more"),
        (b'{"grid": ".RY/YRG/RGG", "grid": "x"}', "grid"),
        (b'{"grid": "' + b"R" * 3000 + b'"}', ""),
        (b"[" * 3000, ""),
    ],
)
def test_bad_requests_get_a_clear_message(client: Client, body: bytes, message: str) -> None:
    for path in ("/api/solve", "/api/hint", "/api/check"):
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
        assert list(answer.json()) == ["error"]
        assert message in answer.json()["error"]
        assert "\n" not in answer.json()["error"]


def request_of(text: str) -> bytes:
    return json.dumps({"grid": text}).encode()


@settings(max_examples=60, deadline=None)
@given(body=st.binary(max_size=300) | st.text(max_size=100).map(request_of))
def test_no_body_makes_the_server_fail(client: Client, body: bytes) -> None:
    answer = client.post("/api/hint", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize("seed", ["-1", "x", "4294967296", "1e3", "٣", "9" * 50, ""])
def test_seeds_are_bounded(client: Client, seed: str) -> None:
    answer = client.get("/api/random", params={"seed": seed})
    assert answer.status_code == 400
    assert "expected 0..4294967295" in answer.json()["error"]


def test_other_addresses_and_methods_are_refused_as_json(client: Client) -> None:
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("GET", "/api/solve", 405),
        ("POST", "/", 405),
        ("DELETE", "/api/tiles", 405),
    ):
        answer = client.request(method, path, headers={"Content-Type": "application/json"})
        assert answer.status_code == status
        assert answer.json()["error"]


def test_requests_of_other_sites_are_refused(client: Client) -> None:
    def post(**headers: str) -> int:
        given_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        body = json.dumps({"grid": START})
        answer = client.post("/api/hint", content=body, headers=given_headers)
        return answer.status_code

    assert post(Content_Type="application/json") == 200
    assert post(Content_Type="application/json; charset=utf-8") == 200
    assert post(Content_Type="text/plain") == 415  # what a form of another site can send
    assert post(Content_Type="application/json", Sec_Fetch_Site="cross-site") == 403
    assert post(Content_Type="application/json", Host="evil.example") == 421
    assert client.get("/", headers={"Host": "evil.example:80"}).status_code == 421
    assert client.get("/", headers={"Host": "localhost:8017"}).status_code == 200


def test_every_answer_has_the_security_headers(client: Client) -> None:
    answers = [
        client.get("/"),
        client.get("/api/tiles"),
        client.get("/nothing"),
        client.post(
            "/api/hint", content=b"x" * 10_000, headers={"Content-Type": "application/json"}
        ),
        client.get("/", headers={"Host": "evil.example"}),
        client.get("/app.js", headers={"If-None-Match": load_assets()["/app.js"].etag}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 413, 421, 304]
    for answer in answers:
        for name, value in SECURITY_HEADERS:
            assert answer.headers[name] == value
        assert "server" not in answer.headers
    policy = dict(SECURITY_HEADERS)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_the_page_needs_nothing_inline_and_nothing_from_elsewhere() -> None:
    for path, asset in load_assets().items():
        text = asset.content.decode()
        if path == "/":
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", text)
            assert 'id="booth-P"' in text
        if path.endswith(".js"):
            assert "innerHTML" not in text
            assert "eval(" not in text
        outside = text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|url\((?!#)", outside), path


def test_every_file_of_the_page_is_listed_and_every_link_leads_to_one() -> None:
    assert {one.name for one in STATIC.iterdir()} == set(FILES.values())
    assets = load_assets()
    page = assets["/"].content.decode()
    links = re.findall(r'(?:src|href)="(/[^"]*)"', page)
    for path, asset in assets.items():
        if path.endswith(".js"):
            links += [
                "/" + name for name in re.findall(r'from "\./([^"]+)"', asset.content.decode())
            ]
    assert set(links) <= set(assets)
    assert set(assets) - {"/"} <= set(links)


def test_the_pages_measures_are_the_librarys() -> None:
    script = load_assets()["/grid.js"].content.decode()
    for name, value in (("BOOTH", BOOTH), ("PITCH", PITCH), ("MARGIN", MARGIN)):
        assert f"export const {name} = {value};" in script


def test_files_are_sent_with_their_type_and_not_again(client: Client) -> None:
    kinds = {
        "html": "text/html",
        "css": "text/css",
        "js": "text/javascript",
        "svg": "image/svg+xml",
    }
    for path, name in FILES.items():
        answer = client.get(path)
        assert answer.headers["content-type"].startswith(kinds[name.rpartition(".")[2]])
        again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_defects_are_told_without_their_inside(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(body: bytes) -> Grid:
        raise RuntimeError("secret")

    monkeypatch.setattr(app_module, "read_grid", fail)
    answer = client.post("/api/hint", json={"grid": START})
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "secret" in caplog.text


def test_a_search_beyond_its_time_says_what_is_proven() -> None:
    app = make_app(WebSettings(solve_s=1e-9))
    with client_of(app) as client:
        answer = client.post("/api/solve", json={"grid": START}).json()
        assert answer["status"] != "optimal"
        assert answer["optimal_length"] is None
        assert answer["lower_bound"] > 0
        assert client.post("/api/hint", json={"grid": START}).json()["proven"] is False


def test_bounds_must_be_positive() -> None:
    with pytest.raises(InputError, match="parallel 0"):
        WebSettings(parallel=0)
    with pytest.raises(InputError, match="solve_s nan"):
        WebSettings(solve_s=float("nan"))


def test_no_more_searches_run_at_once_than_allowed_and_too_many_are_refused() -> None:
    most = running = 0
    lock = threading.Lock()
    go_on = threading.Event()

    def work() -> int:
        nonlocal most, running
        with lock:
            running += 1
            most = max(most, running)
        go_on.wait(20)
        with lock:
            running -= 1
        return 1

    async def crowd() -> list[int | BaseException]:
        pool = SolverPool(WebSettings(parallel=2, waiting=3))
        tasks = [asyncio.create_task(pool.run(work)) for _ in range(8)]
        await asyncio.sleep(0.2)
        refused = sum(task.done() for task in tasks)
        assert refused == 3  # two run, three wait
        tasks[2].cancel()  # one that waits is given up: its place is free again
        go_on.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert await pool.run(lambda: 5) == 5
        pool.close()
        return results

    results = asyncio.run(crowd())
    assert most == 2
    assert sum(result == 1 for result in results) == 4
    assert sum(isinstance(result, BusyError) for result in results) == 3


def test_a_request_that_waits_too_long_is_refused_with_a_hint_when_to_come_back() -> None:
    release = threading.Event()

    async def ask() -> httpx.Response:
        app = make_app(WebSettings(parallel=1, wait_s=0.05))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
            blocker = asyncio.create_task(app.state.pool.run(lambda: release.wait(20)))
            await asyncio.sleep(0.05)
            answer = await client.post("/api/solve", json={"grid": START})
            about = await client.get("/api/about")
            assert about.json()["ready"]  # the rest goes on meanwhile
            release.set()
            await blocker
            return answer

    answer = asyncio.run(ask())
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert "try again" in answer.json()["error"]


def test_bodies_that_lie_about_their_length_or_never_end_are_refused() -> None:
    async def drip() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    async def stall() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(10)

    async def ask(settings: WebSettings, body: AsyncIterator[bytes]) -> httpx.Response:
        transport = httpx.ASGITransport(make_app(settings))
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
            headers = {"Content-Type": "application/json"}
            return await client.post("/api/solve", content=body, headers=headers)

    assert asyncio.run(ask(WebSettings(body_bytes=500), drip())).status_code == 413
    assert asyncio.run(ask(WebSettings(body_s=0.05), stall())).status_code == 408


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as url:
        yield url


def raw(address: str, request: bytes, seconds: float = 10) -> bytes:
    """Send bytes as they are, which no polite client would, and return the whole answer."""
    parts = urlsplit(address)
    with closing(socket.create_connection((parts.hostname, parts.port), seconds)) as connection:
        connection.sendall(request)
        answer = b""
        while data := connection.recv(65536):
            answer += data
        return answer


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2fapp.py",
        "/%2e%2e/app.py",
        "//etc/passwd",
        "/static/index.html",
        "/app.py",
        "/index.html",
        "/\\..\\app.py",
        "/app.js%00.html",
        "file:///etc/passwd",
        "/" + "a" * 8000,
    ],
)
def test_no_path_reaches_another_file(address: str, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    answer = raw(address, request.encode())
    status = int(answer.split()[1])
    assert status in (400, 404)
    assert b"root:" not in answer
    assert b"import" not in answer


def test_garbage_and_half_requests_leave_the_server_well(address: str) -> None:
    assert b"400" in raw(address, b"\x16\x03\x01garbage\r\n\r\n").split(b"\r\n")[0]
    head = b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    assert b" 413 " in raw(address, head + b"Content-Length: 99999999999\r\n\r\n")
    assert b" 400 " in raw(address, head + b"Content-Length: -5\r\nConnection: close\r\n\r\n")
    assert b" 400 " in raw(address, b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 70_000 + b"\r\n\r\n")
    assert httpx.get(f"{address}api/about").json()["ready"]


def test_the_server_answers_at_once_while_it_solves(address: str) -> None:
    # Small answers stay quick while both cores search: the kernels release the lock.
    done = threading.Event()
    solved: list[int] = []

    def load() -> None:
        with httpx.Client(base_url=address, timeout=30) as client:
            seed = 1000 + 1000 * len(solved)
            solved.append(0)
            while not done.is_set():
                grid = str(start_grid(seed, 0).grid)
                assert client.post("/api/solve", json={"grid": grid}).status_code == 200
                seed += 1

    workers = [threading.Thread(target=load) for _ in range(3)]
    for worker in workers:
        worker.start()
    slowest = 0.0
    with httpx.Client(base_url=address, timeout=30) as client:
        for _ in range(40):
            start = time.perf_counter()
            assert client.get("/api/about").status_code == 200
            slowest = max(slowest, time.perf_counter() - start)
    done.set()
    for worker in workers:
        worker.join()
    assert slowest < 2.0


def test_it_listens_on_loopback_alone(address: str) -> None:
    assert urlsplit(address).hostname == "127.0.0.1"


def test_an_address_in_use_and_bad_options_are_refused(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port = str(urlsplit(address).port)
    for options, message in (
        (["--port", port], f"cannot listen on 127.0.0.1, port {port}"),
        (["--host", "no.such.host.invalid"], "cannot listen on"),
        (["--port", "70000"], "--port"),
        (["--tiles", "nowhere"], "nowhere"),
    ):
        assert run(["serve", *options]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("error: ")
        assert said.err.count("\n") == 1
        assert message in said.err


@pytest.mark.parametrize(
    ("host", "names", "hosts"),
    [
        ("127.0.0.1", (), {"localhost", "127.0.0.1", "[::1]"}),
        ("::1", (), {"localhost", "127.0.0.1", "[::1]"}),
        (
            "0.0.0.0",
            ("Market.local",),
            {"localhost", "127.0.0.1", "[::1]", "0.0.0.0", "market.local"},
        ),
        ("0.0.0.0", ("*",), None),
    ],
)
def test_options_say_by_which_names_the_server_answers(
    host: str, names: tuple[str, ...], hosts: set[str] | None
) -> None:
    options = ServerOptions(
        host=host, port=0, names=names, parallel=3, time_limit_s=2.5, tiles=None, ranks=None,
        open_browser=False,
    )  # fmt: skip
    found = options.settings()
    assert found.hosts == hosts
    assert (found.parallel, found.solve_s) == (3, 2.5)


def test_any_name_is_answered_where_that_is_wanted() -> None:
    with client_of(make_app(WebSettings(hosts=None))) as anyone:
        assert anyone.get("/", headers={"Host": "market.example"}).status_code == 200


def test_without_the_extra_the_error_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "chatuchak_cli.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve"]) == 2
    said = capsys.readouterr().err
    assert (
        said == "error: the web page needs the extra 'web': pip install 'chatuchak-solver[web]'\n"
    )

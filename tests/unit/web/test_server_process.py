"""The web server as a real process: paths, garbage, options, and answers under load."""

import socket
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlsplit

import httpx
import pytest

from chatuchak_cli.main import run
from chatuchak_cli.web.limits import LOOPBACK_HOSTS
from chatuchak_cli.web.server import listen, open_page, web_settings
from tests.web_server import page_data


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
        "/../../../../etc/passwd", "/..%2f..%2fapp.py", "/%2e%2e/app.py", "//etc/passwd",
        "/static/index.html", "/app.py", "/index.html", "/\\..\\app.py", "/app.js%00.html",
        "file:///etc/passwd", "/" + "a" * 8000,
    ],
)  # fmt: skip
def test_no_path_reaches_another_file(address: str, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    answer = raw(address, request.encode())
    status = int(answer.split()[1])
    assert status in (400, 404)
    assert b"root:" not in answer
    assert b"import" not in answer


def test_garbage_and_half_requests_leave_the_server_well(address: str) -> None:
    assert b"400" in raw(address, b"\x16\x03\x01garbage\r\n\r\n").split(b"\r\n")[0]
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    assert b" 413 " in raw(address, head + b"Content-Length: 99999999999\r\n\r\n")
    assert b" 400 " in raw(address, head + b"Content-Length: -5\r\nConnection: close\r\n\r\n")
    assert b" 400 " in raw(address, b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 70_000 + b"\r\n\r\n")
    assert page_data(httpx.get(f"{address}data.js").text)["about"]["version"]


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
def test_all_addresses_of_ipv6_include_those_of_ipv4() -> None:
    with listen("::", 0) as listener:
        socket.create_connection(("127.0.0.1", listener.getsockname()[1]), 5).close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--port", "PORT"], "cannot listen on 127.0.0.1, port "),
        (["--host", "no.such.host.invalid"], "cannot listen on"),
        (["--port", "70000"], "--port"),
        (["--tiles", "nowhere"], "nowhere"),
        (["--tiles", "TILES"], "expected 5x6 spots of 5 colors"),
        (["--lan", "--host", "0.0.0.0"], "--lan and --host cannot be combined"),
        (["--public-url", "market", "--port", "0"], "invalid address of the page 'market'"),
    ],
)
def test_an_address_in_use_and_bad_options_are_refused(
    address: str, options: list[str], message: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    tiles = tmp_path / "tiles"
    tiles.write_text(".RRRRRRR/YYYYYYYY/GGGGGGGG/BBBBBBBB\n")
    values = {"PORT": str(urlsplit(address).port), "TILES": str(tiles)}
    assert run(["serve", *(values.get(option, option) for option in options)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("error: ")
    assert output.err.count("\n") == 1
    assert message in output.err


@pytest.mark.parametrize(
    ("host", "names", "hosts"),
    [
        ("127.0.0.1", (), LOOPBACK_HOSTS),
        ("::1", (), LOOPBACK_HOSTS),
        ("0.0.0.0", ("Market.local",), LOOPBACK_HOSTS | {"0.0.0.0", "market.local"}),
        ("0.0.0.0", ("*",), None),
    ],
)
def test_options_name_hosts(
    host: str, names: tuple[str, ...], hosts: frozenset[str] | None
) -> None:
    assert web_settings(host, names).hosts == hosts


def test_a_missing_browser_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with patch("webbrowser.open", return_value=False):
        open_page("http://here/")
    assert capsys.readouterr().err == "no browser found: open http://here/ in one\n"


def test_a_missing_extra_is_reported_with_its_installation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "chatuchak_cli.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve"]) == 2
    errors = capsys.readouterr().err
    assert errors == "error: the web page needs the extra 'web': pip install '.[web]'\n"

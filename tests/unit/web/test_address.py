"""Access to the server from the network, and its address."""

from __future__ import annotations

import asyncio
import io
import socket

import httpx
import pytest

from chatuchak_cli.web.address import check_public_url, lan_address, qr_svg, qr_text
from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.limits import LOOPBACK_HOSTS, WebSettings
from chatuchak_cli.web.server import print_address, web_settings
from chatuchak_solver.errors import InputError
from tests.web_server import page_data, running_server

AT_HOME = "http://192.168.1.23:8017/"


@pytest.mark.parametrize(
    ("text", "url", "name"),
    [
        ("http://market.example", "http://market.example/", "market.example"),
        ("HTTPS://Market.Example:8443/", "https://market.example:8443/", "market.example"),
        ("http://[fd00::1]:8017/", "http://[fd00::1]:8017/", "[fd00::1]"),
    ],
)
def test_public_addresses_are_read(text: str, url: str, name: str) -> None:
    assert check_public_url(text) == url
    assert web_settings("127.0.0.1", public_url=text).hosts == LOOPBACK_HOSTS | {name}


def test_with_lan_the_address_in_the_network_is_a_name_and_links_carry_it() -> None:
    settings = web_settings("127.0.0.1", lan_url=AT_HOME)
    assert settings.hosts is not None
    assert "192.168.1.23" in settings.hosts
    assert settings.public_url == AT_HOME
    assert settings.private_only
    own = web_settings("127.0.0.1", lan_url=AT_HOME, public_url="https://market.example")
    assert own.public_url == "https://market.example/"
    assert own.hosts is not None
    assert {"market.example", "192.168.1.23"} <= own.hosts
    assert web_settings("127.0.0.1") == WebSettings()


def test_the_code_is_there_with_an_address_only() -> None:
    async def ask(url: str | None) -> httpx.Response:
        transport = httpx.ASGITransport(make_app(WebSettings(public_url=url)))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as browser:
            assert page_data((await browser.get("/data.js")).text)["about"]["address"] == url
            return await browser.get("/address.svg")

    assert asyncio.run(ask(None)).status_code == 404
    response = asyncio.run(ask("http://market.example/"))
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.content == qr_svg("http://market.example/")
    assert response.content != qr_svg("http://market.example:1/")


def test_the_code_is_shown_on_terminals_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    print_address("http://market.example/")
    address, staying = capsys.readouterr().err.split("\n", 1)
    assert address == "For phones and other machines: http://market.example/"
    assert staying.startswith("Available on a phone")
    print_address("https://market.example/")  # behind a proxy, which has a certificate
    assert "can use it offline" in capsys.readouterr().err

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    print_address("http://market.example/")
    assert qr_text("http://market.example/") in terminal.getvalue()
    assert "\x1b" not in terminal.getvalue()


def test_a_machine_on_the_network_plays_with_lan_and_is_refused_without() -> None:
    try:
        own = lan_address()
    except InputError as error:
        pytest.skip(str(error))
    with running_server("--lan") as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        answer = httpx.get(f"http://{own}:{port}/data.js")
        assert page_data(answer.text)["about"]["address"] == f"http://{own}:{port}/"
        assert httpx.get(f"http://{own}:{port}/", headers={"Host": "x"}).status_code == 421
        assert server.said[0].startswith("note: every machine of the same network may play")
    with running_server() as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://{own}:{port}/data.js")


@pytest.mark.parametrize("address", ["127.0.0.1", "8.8.8.8"])
def test_a_missing_network_is_an_error(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *_: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _: (address, 1))
    with pytest.raises(InputError, match="expected one of a private network"):
        lan_address()

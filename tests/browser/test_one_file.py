"""The page that stays: as one file without any network, and over https that is trusted."""

from __future__ import annotations

import base64
import hashlib
import ssl
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from chatuchak_cli.web.address import lan_address
from chatuchak_cli.web.assets import load_one_file
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver import InputError, solve
from tests.browser.chromium import chromium, console_messages
from tests.browser.page import Page
from tests.browser.states import chosen_photo, read_photo
from tests.programs import require_program
from tests.web_server import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver import Chrome

AWAY = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}


@pytest.fixture
def file_page(shared_browser: Chrome, tmp_path: Path) -> Iterator[Page]:
    """The page in one file, opened from the disk in a browser without network."""
    place = tmp_path / "chatuchak.html"
    place.write_bytes(load_one_file(PageData()))
    driver = shared_browser
    console_messages(driver)
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**AWAY, "offline": True})
    driver.get(place.as_uri())
    driver.execute_script("localStorage.clear(); sessionStorage.clear()")
    driver.get(place.as_uri())
    yield Page(driver)
    driver.execute_script("localStorage.clear(); sessionStorage.clear()")
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**AWAY, "offline": False})


def test_single_file_solves_stores_and_translates_offline(file_page: Page) -> None:
    here = file_page
    here.wait("document.getElementById('stays-words').textContent.includes('in this file')")
    assert not here.find_all("#stays-file")
    here.click("random")
    here.wait("document.getElementById('game-name').textContent.startsWith('Random')")
    length = solve(here.grid).length
    here.click("hint")
    here.wait_for_message(f"{length} moves to go")
    spot = (solve(here.grid).moves or ())[0]
    here.jump(spot)
    after = here.grid
    here.wait("document.getElementById('about').textContent !== ''")  # the difficulty
    again = here.reload()
    assert again.grid == after
    again.speak("de")
    again.wait("document.getElementById('undo').textContent === 'Zurück'")
    assert again.reload().text("undo") == "Zurück"
    assert console_messages(again.driver) == []


def test_a_file_reads_photos_without_a_network(file_page: Page) -> None:
    chosen_photo(file_page)
    read_photo(file_page)
    assert console_messages(file_page.driver) == []


def spki(address: str) -> str:
    """Return the name of a server's key for Chromium's list of keys to trust."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    parts = urlsplit(address)
    pem = ssl.get_server_certificate((str(parts.hostname), parts.port or 443))
    key = x509.load_pem_x509_certificate(pem.encode()).public_key()
    der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(der).digest()).decode()


def test_over_trusted_https_the_page_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_program("chromium")
    try:
        lan_address()
    except InputError:
        pytest.skip("this machine is in no network")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with running_server("--lan", "--https") as server:
        trusted = f"--ignore-certificate-errors-spki-list={spki(server.url)}"
        with chromium(trusted) as driver:
            driver.get(server.url)
            here = Page(driver)
            here.wait("document.body.dataset.offline === 'true'")
            assert here.text("stays-words").startswith("This page is stored")
            server.process.kill()
            server.process.wait()
            again = here.reload()
            again.click("hint")
            again.wait_for_message("moves to go")

"""The page without a network: after its first visit it needs none."""

from pathlib import Path

from chatuchak_cli.web.assets import load_assets
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver.search.solve import solve
from tests.browser.chromium import console_messages
from tests.browser.conftest import Open
from tests.browser.page import Page
from tests.web_server import folder_address, local_address


def test_it_opens_solves_and_speaks_after_the_server_has_gone(page: Open) -> None:
    with local_address() as url:
        here = page(address=url)
        here.wait("document.body.dataset.offline === 'true'")
        first = here.grid
    console_messages(here.driver)
    again = here.reload()
    assert again.grid == first
    again.click("random")
    again.wait("document.getElementById('best').textContent !== '…'")
    again.wait("document.getElementById('game-name').textContent.startsWith('Random')")
    length = solve(again.grid).length
    again.click("hint")
    again.wait_for_message(f"{length} moves to go")
    again.speak("de")
    again.wait("document.getElementById('undo').textContent === 'Zurück'")
    again_letters = again.letters
    again.driver.get(f"{url}games.html")
    away = Page(again.driver)
    away.wait_for_message("Die Spiele brauchen ihren Server")
    assert away.letters == again_letters
    console_messages(again.driver)  # it reports the missing server


def test_other_content_of_the_site_is_left_alone(page: Open, tmp_path: Path) -> None:
    others = {"notes.html": "my notes", "games.html": "my games", "other/index.html": "my other"}
    files = load_assets(PageData())
    files |= {path: text.encode() for path, text in others.items()}
    files["other/app.js"] = b"their script"
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    with folder_address(tmp_path) as url:
        here = page(address=url)
        here.wait("document.body.dataset.offline === 'true'")
        first, driver = here.grid, here.driver
        seen = others | {
            "other/": "my other", "other/app.js": "their script", "missing.html": "404",
            "chatuchak.html#x": "true", "texts/": "Directory listing",
        }  # fmt: skip
        for path, expected in seen.items():
            driver.get(url + path)
            text = here.run(
                "return document.documentElement.dataset.inside ?? document.body.innerText"
            )
            assert expected in text, path
        (tmp_path / "index.html").write_bytes(b"gone")
    console_messages(driver)
    for path in ("", "index.html", "?from=mail"):
        driver.get(url + path)
        assert Page(driver).grid == first
    caches = here.driver.execute_async_script("caches.keys().then(arguments[0])")
    assert [name.split()[1] for name in caches if url in name] == [url]
    console_messages(driver)

"""The page in another language: by the browser's choice, and by the reader's."""

from selenium.webdriver.support.ui import Select

from tests.browser.conftest import Open
from tests.browser.page import START


def test_a_reader_chooses_a_language_and_the_page_remembers_it(page: Open) -> None:
    here = page(f"#grid={START}")
    assert here.run("return document.documentElement.lang") == "en"
    here.run("window.fetched = fetch; fetch = () => Promise.reject(new Error())")  # no server
    Select(here.find("language")).select_by_visible_text("Deutsch")
    here.wait("document.documentElement.lang === 'de'")
    here.run("fetch = fetched")
    assert here.text("undo") == "Zurück"
    assert here.text("game-name") == "Geteiltes Feld"
    assert here.text("rank") == "Marktmeister"
    assert here.text("ranks").startswith("Marktmeister")
    assert "kann springen" in str(here.spot(3).get_attribute("aria-label"))
    here.ask_for_move()
    here.wait_for_message("Lass den gelben Stand in Zeile 1, Spalte")
    again = here.reload()
    assert again.text("undo") == "Zurück"
    again.solve()
    assert again.text("follow-step").startswith("Schritt 1 von ")
    Select(again.find("language")).select_by_visible_text("English")
    again.wait("document.getElementById('follow-step').textContent.startsWith('Step 1 of')")


def test_the_preferred_browser_language_is_used(page: Open) -> None:
    here = page(f"#grid={START}")
    script = "Object.defineProperty(navigator, 'languages', {value: ['fr-FR', 'de-AT', 'en']})"
    added = here.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    try:
        again = here.reload()
        assert again.text("undo") == "Zurück"
        assert again.run("return document.title").endswith("das Marktpuzzle")
    finally:
        here.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_missing_translations_are_english(page: Open) -> None:
    here = page(f"#grid={START}")
    words = here.driver.execute_async_script(
        """
        const done = arguments[0];
        const fetched = window.fetch;
        window.fetch = (url, ...more) => (String(url).endsWith("de.json")
          ? Promise.resolve(new Response('{"tools.undo": "Zurück"}')) : fetched(url, ...more));
        import(new URL("texts.js?new", location.href).href).then(async ({ speak, t }) => {
          await speak("de");
          done([t("tools.undo"), t("tools.redo"), t("moves", { n: 2 })]);
        });
        """
    )
    assert words == ["Zurück", "Redo", "2 moves"]

"""The page's texts: every language has the same keys and the same places for values."""

import json
import re
from importlib import resources
from typing import Any

import pytest

from chatuchak_cli.shared.score_forms import page_form, score_forms
from chatuchak_cli.web.assets import INDEX, load_assets
from chatuchak_cli.web.page_data import PageData

STATIC = resources.files("chatuchak_cli.web").joinpath("static")
SCRIPTS = {
    f"{folder}{file.name}": file.read_text("utf-8")
    for folder in ("", "games/")
    for file in STATIC.joinpath(folder).iterdir()
    if file.name.endswith(".js")
}
PAGES = {"": "index.html", "games/": "games.html"}
"""The page of each folder of scripts and texts."""
COMPOSED_KEYS = {
    "": {
        "box_part", "color", "feature", "jump", "learned", "lesson", "rank_name", "review", "rule",
        "why",
    },
    "games/": {
        "about", "act", "empty", "ending", "event", "facts", "field", "game", "head", "option",
        "part", "phase", "phones", "refused", "seat", "sheet", "source", "told", "verb", "word",
    },
}  # fmt: skip
"""First parts of keys that scripts complete."""


def texts(code: str, folder: str = "") -> dict[str, Any]:
    document = json.loads(STATIC.joinpath(folder, "texts", f"{code}.json").read_text("utf-8"))
    assert isinstance(document, dict)
    return document


def values(entry: Any) -> list[set[str]]:
    """The names of the values in each form of a text."""
    forms = [entry] if isinstance(entry, str) else list(entry.values())
    return [set(re.findall(r"\{([a-z]\w*)\}", form)) for form in forms]


OTHER_LANGUAGES = sorted(
    file.name.removesuffix(".json")
    for file in STATIC.joinpath("texts").iterdir()
    if file.name != "en.json"
)


def test_there_is_a_second_language_and_the_page_offers_each() -> None:
    offered = re.search(r"LANGUAGES = \{(.*?)\}", SCRIPTS["texts.js"])
    assert offered is not None
    assert sorted(re.findall(r"(\w+):", offered[1])) == sorted(["en", *OTHER_LANGUAGES])
    assert OTHER_LANGUAGES


@pytest.mark.parametrize("folder", PAGES)
@pytest.mark.parametrize("code", OTHER_LANGUAGES)
def test_a_language_has_the_keys_and_values_of_english(code: str, folder: str) -> None:
    english, other = texts("en", folder), texts(code, folder)
    assert list(other) == list(english)  # in one order, to be compared side by side
    for key, entry in english.items():
        wanted = set.union(*values(entry))
        assert set.union(*values(other[key])) == wanted, key
        for form in (entry, other[key]):
            assert isinstance(form, str) or {"one", "other"} <= set(form), key


@pytest.mark.parametrize("folder", PAGES)
def test_every_text_is_used_and_every_used_text_is_there(folder: str) -> None:
    page = STATIC.joinpath(PAGES[folder]).read_text("utf-8")
    named = set(re.findall(r'data-(?:text|label)="([\w.-]+)"', page))
    scripts = [text for name, text in SCRIPTS.items() if name.startswith(folder)]
    quoted = {word for text in scripts for word in re.findall(r'"([\w.-]+)"', text)}
    english = set(texts("en", folder))
    every = english | set(texts("en"))
    assert named <= every
    composed = {key for key in english if key.partition(".")[0] in COMPOSED_KEYS[folder]}
    assert english - composed <= named | quoted
    called = {key for text in scripts for key in re.findall(r'\bt\("([\w.-]+)"', text)}
    assert called <= every | set(texts("en", "games/"))


def test_keys_of_the_games_and_the_page_differ() -> None:
    assert not set(texts("en")) & set(texts("en", "games/"))


def test_the_page_is_sent_with_english_texts() -> None:
    page = load_assets(PageData())[INDEX].decode()
    assert re.search(r'id="undo"[^<>]*>Undo</button>', page)
    assert 'data-label="board.label" aria-label="Booths"' in page
    assert 'id="booth-R"' in page
    assert re.search(r'data-text="[^"]*"[^<>]*></', page) is None
    assert "<!--" not in page


def test_a_sheets_fields_have_labels_and_a_way_to_be_filled_in() -> None:
    english, form = texts("en", "games/"), SCRIPTS["games/form.js"]
    for score_form in score_forms().values():
        written_form = page_form(score_form)
        fields = (*score_form.of_player, *score_form.of_game)
        all_written = (*written_form["of_player"], *written_form["of_game"])
        for field, written in zip(fields, all_written, strict=True):
            if written["entry"] not in ("grid", "visible"):  # they name themselves
                assert f"field.{field.name}" in english, field.name
            if written["entry"] == "choice" and not written["required"]:
                assert f"empty.{field.name}" in english, field.name
            way = rf"^  {written['entry']}: \{{|WAYS\.{written['entry']} ="
            assert written["entry"] == "visible" or re.search(way, form, re.MULTILINE), field.name

"""The HTML pages, and the page in one file, with scripts, texts, data and modules."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any, Final

from jinja2 import Environment, StrictUndefined

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.rendering.svg import definitions

NAME: Final = "chatuchak.html"

INDEX: Final = "index.html"
START: Final = "app.js"
WORKER: Final = "solver/worker.js"
SHIM: Final = "one_file/offline_fetch.js"
"""Answers the scripts' requests from the file."""

BASE: Final = "https://inside.invalid/"
"""Placeholder address of the scripts, shared with the shim."""

_PAGES: Final = Environment(
    autoescape=False, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    keep_trailing_newline=True,
)  # fmt: skip
"""The environment of the static pages, whose values are our own markup."""

_FETCHED: Final = re.compile(r"texts/\w+\.json")
_HERE: Final = "import.meta.url"
_TEXT: Final = re.compile(r'(<(\w+)(?=[^<>]*\bdata-text="([\w.]+)")[^<>]*>)(?=</\2>)')
_LABEL: Final = re.compile(r'<img(?=[^<>]*\bdata-label=)[^<>]*>|\bdata-label="([\w.]+)"')


def page_html(contents: Mapping[str, bytes], path: str, **values: Any) -> bytes:
    """Return a page of the static files, given by path from the first page's folder on.

    It contains the English texts, so the layout does not move when the script sets the language.

    Parameters
    ----------
    values
        ``served``: whether our server sends it and answers requests; ``address``: the public
        address, if any; ``single``: the parts of the page in one file.
    """
    texts: JsonObject = {}
    for name, content in contents.items():
        if name.endswith("texts/en.json"):
            texts |= json.loads(content)
    template = _PAGES.from_string(_with_texts(contents[path].decode(), texts))
    drawings = definitions(pieces=path != INDEX)
    return template.render(
        {"served": False, "address": None, "single": None, "drawings": drawings} | values
    ).encode()


def one_file(contents: Mapping[str, bytes]) -> bytes:
    """Return the page with everything that it needs, as one HTML file.

    Its policy forbids connections and foreign scripts.

    Parameters
    ----------
    contents
        The page's files without a server, by path, with bundled scripts.

    Raises
    ------
    ValueError
        If a file cannot be embedded.
    """
    shim, style = _inline(contents[SHIM].decode()), _inline(contents["style.css"].decode())
    script = _inline(contents[START].decode().replace(_HERE, json.dumps(BASE + START)))
    single = {
        "scripts": (shim, script),
        "style": style,
        "icon": base64.b64encode(contents["icon.svg"]).decode(),
        "files": _files(contents),
        "script_hashes": " ".join(map(_digest, (shim, script))),
        "style_hash": _digest(style),
    }
    return page_html(contents, INDEX, single=single)


def _with_texts(page: str, texts: JsonObject) -> str:
    def fill(found: re.Match[str]) -> str:
        return found[1] + escape(str(texts[found[3]]), quote=False)

    def label(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]  # a picture's label is its alternative, which the script writes
        return f'{found[0]} aria-label="{escape(str(texts[found[1]]))}"'

    return _LABEL.sub(label, _TEXT.sub(fill, page))


def _files(contents: Mapping[str, bytes]) -> str:
    found: dict[str, dict[str, str]] = {}
    for path, content in sorted(contents.items()):
        if path == WORKER:
            found[path] = {"text": content.decode().replace(_HERE, json.dumps(BASE + path))}
        elif path.endswith(".wasm"):
            encoded = base64.b64encode(content).decode()
            found[path] = {"type": "application/wasm", "base64": encoded}
        elif _FETCHED.fullmatch(path):
            found[path] = {"type": "application/json", "text": content.decode()}
    return json.dumps(found, separators=(",", ":")).replace("<", "\\u003c")


def _inline(text: str) -> str:
    if re.search(r"</(?:script|style)|<!--", text, re.IGNORECASE):
        raise ValueError("a script or style that would end its own element")
    return text


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

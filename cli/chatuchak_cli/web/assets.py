"""The page's files, read once into memory; requests cannot name other files.

Scripts are bundled with their modules. The page in one file also holds texts, data and modules.
"""

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from chatuchak_cli.web.page_data import PageData
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.rendering.svg import definitions, environment

STATIC = Path(__file__).parent / "static"
INDEX = "index.html"
GAMES = "games.html"
"""The games' page, which needs our server."""
GAMES_PATHS = (GAMES, "games/")
RULES = "games/rules.json"
NAME = "chatuchak.html"
"""The page in one file."""
QR_PATH = "address.svg"
"""The QR code, if other machines can reach the server."""
SERVICE_WORKER = "sw.js"

START = "app.js"
WORKER = "solver/worker.js"
SCRIPTS = (START, "games/app.js", WORKER)
DATA = "data.js"
SHIM = "one_file/offline_fetch.js"
"""Answers the scripts' requests from the file."""
BASE = "https://inside.invalid/"
"""Placeholder address of the scripts, shared with the shim."""


def load_assets(data: PageData) -> dict[str, bytes]:
    """Return the page's files by path from its folder on."""
    contents = _sent(data) | {NAME: load_one_file(data)}
    if data.served:
        contents[GAMES] = page_html(contents, GAMES, served=True)
        contents[RULES], _ = read_bytes("game_rules.json")
    else:
        contents = {path: contents[path] for path in contents if not path.startswith(GAMES_PATHS)}
    contents[INDEX] = page_html(contents, INDEX, served=data.served, address=data.public_url)
    if data.public_url is not None:
        from chatuchak_cli.web.address import qr_svg

        contents[QR_PATH] = qr_svg(data.public_url)
    contents[SERVICE_WORKER] = _service_worker(contents, served=data.served)
    return dict(sorted(contents.items()))


def load_one_file(data: PageData) -> bytes:
    """Return the page without a server as one file."""
    return one_file(_sent(PageData(box=data.box, formula=data.formula)))


def _sent(data: PageData) -> dict[str, bytes]:
    """Return the static files and the data, with bundled scripts."""
    sources = _static() | {DATA: data.script()}
    return sources | {path: bundled(path, sources) for path in SCRIPTS}


@cache
def _static() -> dict[str, bytes]:
    return {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in STATIC.rglob("*")
        if path.is_file()
    }


def _service_worker(contents: dict[str, bytes], *, served: bool) -> bytes:
    # Without the games, which need the server, and the single file.
    offline = {path for path in contents if not path.startswith(GAMES_PATHS)}
    hashed = hashlib.sha256()
    for path in sorted(contents):
        hashed.update(f"{path} {len(contents[path])} ".encode() + contents[path])
    content = contents[SERVICE_WORKER]
    for mark, value in (
        (b"/* files */ []", sorted({"./", *offline} - {INDEX, SERVICE_WORKER, NAME})),
        (b"/* version */ null", hashed.hexdigest()[:16]),
        (b"/* served */ false", served),
    ):
        content = content.replace(mark, json.dumps(value).encode())
    return content


_TEXT = re.compile(r'(<(\w+)(?=[^<>]*\bdata-text="([\w.]+)")[^<>]*>)(?=</\2>)')
_LABEL = re.compile(r'<img(?=[^<>]*\bdata-label=)[^<>]*>|\bdata-label="([\w.]+)"')


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

    def fill(found: re.Match[str]) -> str:
        return found[1] + escape(str(texts[found[3]]), quote=False)

    def label(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]  # a picture's label is its alternative, which the script writes
        return f'{found[0]} aria-label="{escape(str(texts[found[1]]))}"'

    page = _LABEL.sub(label, _TEXT.sub(fill, contents[path].decode()))
    template = environment(autoescape=False).from_string(page)  # values are our own markup
    values = {"served": False, "address": None, "single": None} | values
    return template.render(values, drawings=definitions(pieces=path != INDEX)).encode()


_FETCHED = re.compile(r"texts/\w+\.json")
_HERE = "import.meta.url"


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
    files: dict[str, dict[str, str]] = {}
    for path, content in sorted(contents.items()):
        if path == WORKER:
            files[path] = {"text": _placed(path, content)}
        elif path.endswith(".wasm"):
            encoded = base64.b64encode(content).decode()
            files[path] = {"type": "application/wasm", "base64": encoded}
        elif _FETCHED.fullmatch(path):
            files[path] = {"type": "application/json", "text": content.decode()}
    script = f"{{\n{contents[SHIM].decode()}}}\n{_placed(START, contents[START])}"
    style = contents["style.css"].decode()
    if re.search(r"</(?:script|style)|<!--", script + style, re.IGNORECASE):
        raise ValueError("a script or style that would end its own element")
    single = {
        "script": script,
        "style": style,
        "icon": base64.b64encode(contents["icon.svg"]).decode(),
        "files": json.dumps(files, separators=(",", ":")).replace("<", "\\u003c"),
        "script_hash": _digest(script),
        "style_hash": _digest(style),
    }
    return page_html(contents, INDEX, single=single)


def _placed(path: str, script: bytes) -> str:
    return script.decode().replace(_HERE, json.dumps(BASE + path))


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_COMMENT = re.compile(r"^[ ]*//.*\n", re.MULTILINE)


def bundled(start: str, contents: Mapping[str, bytes]) -> bytes:
    """Return a script with all modules that it imports.

    Each module becomes a function, called once in import order, that returns its exports.

    Parameters
    ----------
    contents
        The page's files by path from its folder on.

    Raises
    ------
    ValueError
        If a module does not import names or export declarations.
    """
    modules: dict[str, str] = {}

    def add(path: str) -> None:
        def take(found: re.Match[str]) -> str:
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2]))
            if other not in modules:
                add(other)
            return f"const {{{found[1].replace(' as ', ': ')}}} = {_name(other)};"

        text = _COMMENT.sub("", contents[path].decode())
        exports = ", ".join(_EXPORT.findall(text))
        text = _EXPORT.sub("", _IMPORT.sub(take, text))
        if other := _OTHER.search(text):
            raise ValueError(f"{path}: invalid import or export {other[0]}")
        place = posixpath.relpath(path, posixpath.dirname(start) or ".")
        text = text.replace(_HERE, f'new URL("{place}", {_HERE})')
        modules[path] = f"const {_name(path)} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"

    add(start)
    return "\n".join(modules.values()).encode()


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))

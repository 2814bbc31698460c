"""The page's files, read once into memory; requests cannot name other files."""

import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final

from chatuchak_cli.web.page_data import PageData
from chatuchak_cli.web.page_html import INDEX, NAME, one_file, page_html

STATIC: Final = Path(__file__).parent / "static"
GAMES: Final = "games.html"
"""The games' page, which needs our server."""
GAMES_FOLDER: Final = "games/"
QR_PATH: Final = "address.svg"
"""The QR code, if other machines can reach the server."""
WORKER: Final = "sw.js"

TYPES: Final = MimeTypes()
"""Python's own, regardless of the system."""
TYPES.add_type("application/x-x509-ca-cert", ".crt")
TYPES.add_type("text/javascript", ".js")

SCRIPTS: Final = ("app.js", "games/app.js", "solver/worker.js")
DATA: Final = "data.js"

FILES_MARK: Final = b"/* files */ []"
VERSION_MARK: Final = b"/* version */ null"
SERVED_MARK: Final = b"/* served */ false"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page.

    Attributes
    ----------
    etag
        Changes with the content.
    """

    content: bytes
    media_type: str
    etag: str


def load_assets(data: PageData) -> dict[str, Asset]:
    """Return the page's files by path from its folder on."""
    contents = _sent(data) | {NAME: load_one_file(data)}
    if data.served:
        contents[GAMES] = page_html(contents, GAMES, served=True)
    else:
        contents = {path: content for path, content in contents.items() if not _is_of_games(path)}
    contents[INDEX] = page_html(contents, INDEX, served=data.served, address=data.public_url)
    if data.public_url is not None:
        from chatuchak_cli.web.address import qr_svg

        contents[QR_PATH] = qr_svg(data.public_url)
    contents[WORKER] = _service_worker(contents, served=data.served)
    return {path: asset_of(content, path) for path, content in sorted(contents.items())}


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


def _is_of_games(path: str) -> bool:
    return path == GAMES or path.startswith(GAMES_FOLDER)


def asset_of(content: bytes, path: str) -> Asset:
    """Return a file as it is sent."""
    digest = hashlib.sha256(content).hexdigest()[:20]
    return Asset(content, str(TYPES.guess_type(path)[0]), f'"{digest}"')


def _service_worker(contents: dict[str, bytes], *, served: bool) -> bytes:
    # Without the games, which need the server, and the single file.
    offline = {path for path in contents if not _is_of_games(path)}
    files = sorted({"./", *offline} - {INDEX, WORKER, NAME})
    hashed = hashlib.sha256(contents[WORKER])
    for path in sorted(contents):
        hashed.update(f"{path} {len(contents[path])} ".encode() + contents[path])
    values = {FILES_MARK: files, VERSION_MARK: hashed.hexdigest()[:16], SERVED_MARK: served}
    content = contents[WORKER]
    for mark, value in values.items():
        content = content.replace(mark, json.dumps(value).encode())
    return content


_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ ]*//.*\n", re.MULTILINE)


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
        text = text.replace("import.meta.url", f'new URL("{place}", import.meta.url)')
        modules[path] = f"const {_name(path)} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"

    add(start)
    return "\n".join(modules.values()).encode()


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))

"""The page's files, read once into memory: no request can name any other file."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from chatuchak_cli.web.bundle import bundled
from chatuchak_cli.web.markup import page_html
from chatuchak_cli.web.one_file import NAME, one_file
from chatuchak_cli.web.page_data import PageData

INDEX: Final = "index.html"
"""The page itself."""
GAMES: Final = "games.html"
"""The games' page, which needs a server of ours."""
GAMES_FOLDER: Final = "games/"
QR_PATH: Final = "address.svg"
"""The path of the QR code, if the server has an address for other machines."""
WORKER: Final = "sw.js"
"""The service worker, which caches the page for offline use."""

TYPES: Final[Mapping[str, str]] = {
    "crt": "application/x-x509-ca-cert",
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
}

SCRIPTS: Final = ("app.js", "games/app.js", "solver/worker.js")
"""The scripts that are bundled with all their modules."""

FILES_MARK: Final = b"/* files */ []"
VERSION_MARK: Final = b"/* version */ null"
SERVED_MARK: Final = b"/* served */ false"
"""Values of the service worker by placeholder."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent.

    Attributes
    ----------
    content
        The bytes.
    media_type
        Its type.
    etag
        Changes with the content.
    """

    content: bytes
    media_type: str
    etag: str


def load_assets(data: PageData) -> dict[str, Asset]:
    """Return every file of the page by its path from the page's folder on."""
    contents = _sent() | {NAME: load_one_file(data)}
    if data.served:
        contents[GAMES] = page_html(contents, GAMES, served=True)
    else:
        contents = {path: one for path, one in contents.items() if not _is_of_games(path)}
    contents[INDEX] = page_html(contents, INDEX, served=data.served)
    contents |= data.files()
    if data.public_url is not None:
        from chatuchak_cli.web.address import qr_svg

        contents[QR_PATH] = qr_svg(data.public_url)
    contents[WORKER] = _service_worker(contents, served=data.served)
    return {path: asset_of(content, path) for path, content in sorted(contents.items())}


def load_one_file(data: PageData) -> bytes:
    """Return the page without a server as one file."""
    contents = _sent()
    return one_file(contents | {INDEX: page_html(contents, INDEX), **data.alone().files()})


@cache
def _sent() -> dict[str, bytes]:
    """Return the static files, scripts with all their modules; not to be changed."""
    sources = dict(_files_in(resources.files("chatuchak_cli.web").joinpath("static")))
    return sources | {path: bundled(path, sources) for path in SCRIPTS}


def _files_in(folder: Traversable, before: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file of a known kind in a folder and those in it."""
    for entry in folder.iterdir():
        path = before + entry.name
        if entry.is_dir():
            yield from _files_in(entry, f"{path}/")
        elif path.rpartition(".")[2] in TYPES:
            yield path, entry.read_bytes()


def _is_of_games(path: str) -> bool:
    return path == GAMES or path.startswith(GAMES_FOLDER)


def asset_of(content: bytes, path: str) -> Asset:
    """Return a file as it is sent."""
    digest = hashlib.sha256(content).hexdigest()[:20]
    return Asset(content, TYPES[path.rpartition(".")[2]], f'"{digest}"')


def _service_worker(contents: dict[str, bytes], *, served: bool) -> bytes:
    """Return the service worker for the files; it changes with any file."""
    # Excludes the games, which need the server, and the single file.
    kept = {path for path in contents if not _is_of_games(path)}
    files = sorted({"./", *kept} - {INDEX, WORKER, NAME})
    hashed = hashlib.sha256(contents[WORKER])
    for path in sorted(contents):
        hashed.update(f"{path} {len(contents[path])} ".encode() + contents[path])
    told = {FILES_MARK: files, VERSION_MARK: hashed.hexdigest()[:16], SERVED_MARK: served}
    content = contents[WORKER]
    for mark, value in told.items():
        content = content.replace(mark, json.dumps(value).encode())
    return content

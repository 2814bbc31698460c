"""The page in one file, with scripts, texts, data and modules."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Final

NAME: Final = "chatuchak.html"

INDEX: Final = "index.html"
START: Final = "app.js"
WORKER: Final = "solver/worker.js"
SHIM: Final = "one_file/offline_fetch.js"
"""Answers the scripts' requests from the file."""
STYLE: Final = "style.css"
ICON: Final = "icon.svg"

BASE: Final = "https://inside.invalid/"
"""Placeholder address of the scripts, shared with the shim."""

_FETCHED: Final = re.compile(r"(?:data|texts)/\w+\.json")
_HERE: Final = "import.meta.url"
_LINKS: Final = re.compile(r'^<link rel="(?:preload|manifest|apple-touch-icon)"[^>]*>\n', re.M)
_POLICY: Final = re.compile(r'(http-equiv="Content-Security-Policy" content=")[^"]*')
_FAR_ICON: Final = f'href="{ICON}"'
_FAR_STYLE: Final = f'<link rel="stylesheet" href="{STYLE}">'
_FAR_SCRIPT: Final = f'<script type="module" src="{START}"></script>'


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
    texts = {path: contents[path].decode() for path in (INDEX, START, SHIM, STYLE, ICON)}
    shim, style = _inline(texts[SHIM]), _inline(texts[STYLE])
    script = _inline(texts[START].replace(_HERE, json.dumps(BASE + START)))
    icon = base64.b64encode(texts[ICON].encode()).decode()
    page = _LINKS.sub("", texts[INDEX])
    policy = _policy((shim, script), style)
    page = _POLICY.sub(lambda found: found[1] + policy, page)
    scripts = (
        f'<script type="application/json" id="inside">{_files(contents)}</script>\n'
        f'<script type="module">{shim}</script>\n'
        f'<script type="module">{script}</script>\n'
    )
    for far, near in (
        (_FAR_ICON, f'href="data:image/svg+xml;base64,{icon}"'),
        (_FAR_STYLE, f"<style>{style}</style>"),
        (_FAR_SCRIPT, ""),
        ("</body>", f"{scripts}</body>"),
    ):
        if far not in page:
            raise ValueError(f"{INDEX} has no {far}")
        page = page.replace(far, near)
    return page.encode()


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


def _policy(scripts: tuple[str, ...], style: str) -> str:
    def digest(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    return (
        f"default-src 'none'; script-src {' '.join(map(digest, scripts))} 'wasm-unsafe-eval'; "
        f"style-src {digest(style)}; img-src data: blob:; worker-src blob:; "
        "base-uri 'none'; form-action 'none'"
    )

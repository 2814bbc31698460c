"""``page --single-file``: everything inside, and no external link."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from chatuchak_cli.web.assets import BASE, SCRIPTS, load_assets, one_file
from chatuchak_cli.web.page_data import PageData
from tests.unit.cli.conftest import Chatuchak, chatuchak, compiled

__all__ = ["chatuchak", "compiled"]


def test_it_holds_every_file_that_the_page_asks_for(chatuchak: Chatuchak, tmp_path: Path) -> None:
    place = tmp_path / "new" / "chatuchak.html"
    report = chatuchak("page", "--single-file", place, "--json").json
    page = place.read_text("utf-8")
    size = place.stat().st_size
    assert report == {"out": str(place), "files": ["chatuchak.html"], "bytes": size}
    match = re.search(r'id="inside">(.*?)</script>', page)
    assert match is not None
    inside = json.loads(match[1])
    assets = load_assets(PageData())
    paths = {path for path in assets if path.endswith(".wasm") or path.startswith("texts/")}
    assert set(inside) == paths | set(SCRIPTS) - {"app.js", "games/app.js"}
    for path in paths:
        embedded = inside[path]
        content = (
            base64.b64decode(embedded["base64"])
            if "base64" in embedded
            else embedded["text"].encode()
        )
        assert content == assets[path], path
        kind = "wasm" if path.endswith(".wasm") else "json"
        assert embedded["type"] == f"application/{kind}"


def test_it_runs_its_own_scripts_alone_and_leads_nowhere() -> None:
    page = load_assets(PageData())["chatuchak.html"].decode()
    policy = re.findall(r'Security-Policy" content="([^"]*)"', page)[0]
    assert "connect-src" not in policy  # and so as default-src has it
    assert "default-src 'none'" in policy
    assert "'self'" not in policy
    assert "unsafe-inline" not in policy
    scripts = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert (len(scripts), len(styles)) == (1, 1)
    for text in (*scripts, *styles):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
        assert "import.meta" not in text
    head = page.partition("<body>")[0]
    assert not re.search(r'(?:src|href)="(?!data:)', head)
    outside = set(re.findall(r"https?://[\w./-]*", page))
    assert outside == {
        "http://www.w3.org/2000/svg",
        BASE,
        f"{BASE}app.js",
        f"{BASE}solver/worker.js",
    }


def test_scripts_that_would_end_their_element_are_refused() -> None:
    contents = load_assets(PageData())
    with pytest.raises(ValueError, match="would end its own element"):
        one_file({**contents, "app.js": b'const text = "</script>";'})

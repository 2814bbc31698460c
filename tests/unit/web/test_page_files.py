"""Allowed clients, response headers, and the files of the page."""

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from chatuchak_cli.web.app import SECURITY_HEADERS
from chatuchak_cli.web.assets import BASE, GAMES, INDEX, NAME, bundled, load_assets
from chatuchak_cli.web.assets import SCRIPTS as SCRIPTS_SENT
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver import Box, InputError, load_start_tiles, rank_tiles
from chatuchak_solver.analysis.difficulty import FORMULA_1
from chatuchak_solver.rendering.booths import BOOTH, PITCH
from tests.unit.web.conftest import Client
from tests.web_server import page_data

STATIC = Path(str(resources.files("chatuchak_cli.web").joinpath("static")))
SENT_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
}
ASSETS = load_assets(PageData(served=True))
ALONE = load_assets(PageData())
"""The files of the page without a server of ours."""
SCRIPTS = {path: asset.decode() for path, asset in ASSETS.items() if path.endswith(".js")}


def test_every_answer_has_the_security_headers(client: Client) -> None:
    answers = [
        client.get("/"),
        client.get("/data.js"),
        client.get("/nothing"),
        client.post("/", content=b"x" * 300_000, headers={"Content-Type": "application/json"}),
        client.get("/", headers={"Host": "evil.example"}),
        client.get("/app.js", headers={"If-None-Match": client.get("/app.js").headers["etag"]}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 413, 421, 304]
    for answer in answers:
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value
        assert "server" not in answer.headers
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")


def test_pages_have_no_inline_code_and_no_external_resources() -> None:
    page = ASSETS[INDEX].decode()
    for html in (page, ASSETS[GAMES].decode()):
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", html)
    assert 'id="booth-P"' in page
    for path, text in SCRIPTS.items():
        assert "innerHTML" not in text, path
        assert "eval(" not in text, path
    for path, asset in ASSETS.items():
        if not path.endswith((".png", ".wasm")):
            outside = asset.decode().replace("http://www.w3.org/2000/svg", "")
            outside = outside.replace(BASE, "")  # a missing file without a reference
            assert not re.search(r"https?://|@import|url\((?!#)", outside), path


def links() -> Iterator[tuple[str, str]]:
    """Yield each file's path and its links, relative to the page's folder."""
    for name in (INDEX, GAMES):
        page = ASSETS[name].decode()
        for target in re.findall(r'(?:src|href)="([^"#]+)"', page):
            yield name, target.removeprefix("./")
    manifest = json.loads(ASSETS["manifest.webmanifest"])
    for icon in manifest["icons"]:
        yield "manifest.webmanifest", icon["src"]
    for path, text in SCRIPTS.items():
        named = r'from "([^"]+)"|new URL\("([^"]+)", import\.meta\.url\)|\bimport\("([^"]+)"\)'
        for target in map("".join, re.findall(named, text)):
            if target.endswith("/"):
                continue  # a folder; its files are requested by name
            yield path, posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def test_every_file_is_served_and_every_link_leads_to_one() -> None:
    files = {str(file.relative_to(STATIC)) for file in STATIC.rglob("*") if file.is_file()}
    assert files <= set(ASSETS)
    targets = {target.lstrip("/") or INDEX for _, target in links()}
    assert targets <= set(ASSETS)
    reached_otherwise = {INDEX, "manifest.webmanifest", *(p for p in ASSETS if "/" in p)}
    modules = {path for path in ASSETS if path.endswith(".js")}  # sent as parts of scripts
    assert set(ASSETS) - targets <= reached_otherwise | modules


def test_the_service_worker_caches_every_file_and_changes_with_each() -> None:
    def cached_files(worker: str) -> set[str]:
        return set(json.loads(re.findall(r"const FILES = (\[.*\]);", worker)[0]))

    alone = ALONE["sw.js"].decode()
    assert cached_files(alone) == set(ALONE) - {INDEX, "sw.js", NAME} | {"./"}
    other = load_assets(PageData(box=Box({"tiles": load_start_tiles().grids[:1]})))
    assert other["sw.js"] != ALONE["sw.js"]
    with pytest.raises(InputError, match=r"^invalid counts \[9, 9, 9, 2\]: expected 5 numbers"):
        PageData.of_box(Box({"counts": (9, 9, 9, 2)}), None)
    assert "SERVED = false" in alone
    assert "SERVED = true" in SCRIPTS["sw.js"]
    assert cached_files(SCRIPTS["sw.js"]) == cached_files(alone)


def test_only_the_served_page_includes_the_games() -> None:
    assert not any(path.startswith("games") for path in ALONE)
    assert b"games.html" not in ALONE[INDEX]
    assert b'<a class="away" href="games.html"' in ASSETS[INDEX]
    page = ASSETS[GAMES].decode()
    assert re.search(r"<title[^<>]*>Games\b", page)
    assert '<script type="module" src="games/app.js"></script>' in page


def test_scripts_are_sent_with_all_their_modules_and_ask_for_no_other() -> None:
    for start in SCRIPTS_SENT:
        text = SCRIPTS[start]
        assert not re.search(r"^import|^export|import\(", text, re.MULTILINE)
        for path in re.findall(
            r'from "\./([\w/]+)\.js"', STATIC.joinpath(start).read_text("utf-8")
        ):
            assert re.search(rf"^const \$\w*{Path(path).name} = ", text, re.MULTILINE), path
    # Files are found from the script's own folder, for any importing module.
    assert 'new URL("./worker.js", new URL("solver/lane.js", import.meta.url))' in SCRIPTS["app.js"]


@pytest.mark.parametrize(
    "text",
    ['import * as other from "./b.js";', "export default 5;", "export let count = 0;",
     'import("./b.js");'],
)  # fmt: skip
def test_modules_in_other_forms_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"invalid import or export {text}")):
        bundled("a.js", {"a.js": text.encode(), "b.js": b""})


def test_figures_of_the_sample_tiles_are_those_of_their_ranking() -> None:
    ranked = {tile_rank.tile: tile_rank for tile_rank in rank_tiles(load_start_tiles().grids).tiles}
    for tile in page_data(SCRIPTS["data.js"])["tiles"]:
        expected = ranked[tile["tile"]]
        assert tile["grid"] == str(expected.grid)
        assert tile["optimum"] == expected.optimal_length
        assert expected.features is not None
        about = tile["about"]
        assert about["difficulty"] == pytest.approx(expected.difficulty, abs=0.0005)
        assert about["percentile"] == pytest.approx(expected.percentile, abs=0.005)
        assert about["optimalSolutions"] == expected.optimal_solutions
        assert about["features"] == {"player_median": expected.features.player_median}


def test_other_tiles_and_formulas_have_no_precomputed_values() -> None:
    def tiles(data: PageData) -> list[dict[str, object]]:
        listed: list[dict[str, object]] = data.exports()["tiles"]
        return listed

    other_box = Box({"tiles": load_start_tiles().grids[:2]})
    assert [set(tile) for tile in tiles(PageData(box=other_box))] == 2 * [{"tile", "grid"}]
    other_formula = replace(FORMULA_1, name="mine")
    assert all(
        set(tile) == {"tile", "grid", "optimum"} for tile in tiles(PageData(formula=other_formula))
    )


def test_no_data_of_a_box_ends_a_script_or_looks_like_an_import() -> None:
    name = '</script><!-- import("./a.js") \\import.meta.url'
    assets = load_assets(PageData(box=Box({"ranks": [{"name": name}]})))
    assert page_data(assets["data.js"].decode())["box"]["ranks"][0]["name"] == name
    for path in ("app.js", "chatuchak.html"):
        assert "</script><!--" not in assets[path].decode()


def test_the_pages_measures_are_the_librarys() -> None:
    script = SCRIPTS["board.js"]
    for name, value in (("BOOTH", BOOTH), ("PITCH", PITCH)):
        assert f"const {name} = {value};" in script


def test_files_are_sent_with_their_type_and_not_again(client: Client) -> None:
    for name in ASSETS:
        path = "/" if name == INDEX else f"/{name}"
        answer = client.get(path)
        if name != "sw.js":  # it knows the sender
            assert answer.content == ASSETS[name]
        assert answer.headers["content-type"] == SENT_TYPES[name.rpartition(".")[2]]
        again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = client.get(path, headers={"Accept-Encoding": "br, identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
        is_packed = answer.headers.get("content-encoding") == "gzip"
        assert is_packed == (len(answer.content) >= 500 and not path.endswith(".png"))

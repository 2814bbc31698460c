"""``page``: the page as files."""

import json
from pathlib import Path

from chatuchak_cli.web.assets import load_assets
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver.box import PARTS, box_from_document
from tests.unit.cli.conftest import Chatuchak, chatuchak, compiled
from tests.web_server import page_data

__all__ = ["chatuchak", "compiled"]


def test_files_are_those_that_serve_sends_without_the_games(
    chatuchak: Chatuchak, tmp_path: Path
) -> None:
    report = chatuchak("page", "--out", tmp_path / "new" / "site", "--json").json
    site = tmp_path / "new" / "site"
    written = {str(path.relative_to(site)): path for path in site.rglob("*") if path.is_file()}
    served = load_assets(PageData(served=True))
    alone = [path for path in sorted(served) if not path.startswith("games")]
    assert sorted(written) == report["files"] == alone
    assert report["bytes"] == sum(path.stat().st_size for path in written.values())
    differing = {path for path in written if written[path].read_bytes() != served[path]}
    assert differing == {"sw.js", "index.html"}  # with a link to the games


def test_page_overwrites_its_own_files_only(chatuchak: Chatuchak, tmp_path: Path) -> None:
    (tmp_path / "app.js").write_text("old", encoding="utf-8")
    (tmp_path / "CNAME").write_text("market.example", encoding="utf-8")
    outcome = chatuchak("page", "-o", tmp_path)
    assert outcome.code == 0
    assert " files, " in outcome.out
    assert (tmp_path / "app.js").read_text(encoding="utf-8") != "old"
    assert (tmp_path / "CNAME").read_text(encoding="utf-8") == "market.example"


def test_the_parts_of_a_box_are_on_the_page(chatuchak: Chatuchak, tmp_path: Path) -> None:
    own = {"counts": [7, 6, 6, 5, 5], "ranks": [{"name": "Ace", "most": 19}, {"name": "Other"}]}
    box = tmp_path / "box.json"
    box.write_text(json.dumps({**own, "confirmed": ["time_track"]}), encoding="utf-8")
    assert chatuchak("page", "-o", tmp_path / "site", "--box", box).code == 0
    data = page_data((tmp_path / "site/data.js").read_text(encoding="utf-8"))["box"]
    assert set(PARTS) - set(data["assumed"]) == {"counts", "ranks", "time_track"}
    assert data["counts"] == own["counts"]
    assert data["ranks"] == [{"name": "Ace", "most": 19}, {"name": "Other", "most": None}]
    assert box_from_document(data["file"], source="page").own.keys() == {*own, "time_track"}
    box.write_text('{"counts": [7, 6]}', encoding="utf-8")
    refused = chatuchak("page", "-o", tmp_path / "site", "--box", box)
    assert (refused.code, refused.error.count("counts")) == (2, 1)

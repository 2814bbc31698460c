"""Who is answered, with which headers, and which files make the page."""

from __future__ import annotations

import json
import re
from importlib import resources

from chatuchak_cli.web.assets import FILES, load_assets
from chatuchak_cli.web.guard import SECURITY_HEADERS
from chatuchak_solver.rendering.booths import BOOTH
from chatuchak_solver.rendering.grid_svg import MARGIN, PITCH
from tests.unit.web.conftest import START, Client

STATIC = resources.files("chatuchak_cli.web").joinpath("static")


def test_requests_of_other_sites_are_refused(client: Client) -> None:
    def post(**headers: str) -> int:
        given_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        body = json.dumps({"grid": START})
        answer = client.post("/api/hint", content=body, headers=given_headers)
        return answer.status_code

    assert post(Content_Type="application/json") == 200
    assert post(Content_Type="application/json; charset=utf-8") == 200
    assert post(Content_Type="text/plain") == 415  # what a form of another site can send
    assert post(Content_Type="application/json", Sec_Fetch_Site="cross-site") == 403
    assert post(Content_Type="application/json", Host="evil.example") == 421
    assert client.get("/", headers={"Host": "evil.example:80"}).status_code == 421
    assert client.get("/", headers={"Host": "localhost:8017"}).status_code == 200


def test_every_answer_has_the_security_headers(client: Client) -> None:
    answers = [
        client.get("/"),
        client.get("/api/tiles"),
        client.get("/nothing"),
        client.post(
            "/api/hint", content=b"x" * 10_000, headers={"Content-Type": "application/json"}
        ),
        client.get("/", headers={"Host": "evil.example"}),
        client.get("/app.js", headers={"If-None-Match": load_assets()["/app.js"].etag}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 413, 421, 304]
    for answer in answers:
        for name, value in SECURITY_HEADERS:
            assert answer.headers[name] == value
        assert "server" not in answer.headers
    policy = dict(SECURITY_HEADERS)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_the_page_needs_nothing_inline_and_nothing_from_elsewhere() -> None:
    for path, asset in load_assets().items():
        text = asset.content.decode()
        if path == "/":
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", text)
            assert 'id="booth-P"' in text
        if path.endswith(".js"):
            assert "innerHTML" not in text
            assert "eval(" not in text
        outside = text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|url\((?!#)", outside), path


def test_every_file_of_the_page_is_listed_and_every_link_leads_to_one() -> None:
    assert {one.name for one in STATIC.iterdir()} == set(FILES.values())
    assets = load_assets()
    page = assets["/"].content.decode()
    links = re.findall(r'(?:src|href)="(/[^"]*)"', page)
    for path, asset in assets.items():
        if path.endswith(".js"):
            links += [
                "/" + name for name in re.findall(r'from "\./([^"]+)"', asset.content.decode())
            ]
    assert set(links) <= set(assets)
    assert set(assets) - {"/"} <= set(links)


def test_the_pages_measures_are_the_librarys() -> None:
    script = load_assets()["/grid.js"].content.decode()
    for name, value in (("BOOTH", BOOTH), ("PITCH", PITCH), ("MARGIN", MARGIN)):
        assert f"export const {name} = {value};" in script


def test_files_are_sent_with_their_type_and_not_again(client: Client) -> None:
    kinds = {
        "html": "text/html",
        "css": "text/css",
        "js": "text/javascript",
        "svg": "image/svg+xml",
    }
    for path, name in FILES.items():
        answer = client.get(path)
        assert answer.headers["content-type"].startswith(kinds[name.rpartition(".")[2]])
        again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")

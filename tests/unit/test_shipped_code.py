"""The shipped code was compiled from the current kernels."""

import io
import tokenize
from pathlib import Path

import pytest

from chatuchak_solver.kernels import machine_code, sources
from chatuchak_solver.kernels.sources import INTERNALS, source_hash, source_path, sources_of
from tests.forked import run_forked
from tools.kernels import build
from tools.kernels.build import FILES, NATIVE, PAGE, Artifact, is_current

ROOT = Path(__file__).parents[2]
ALL = pytest.mark.parametrize("made", [*NATIVE, *PAGE], ids=lambda made: made.name)

COMPILER = "chatuchak_solver/kernels/"


@ALL
def test_shipped_code_is_current(made: Artifact) -> None:
    assert is_current(made), f"{made.path.name} is of other sources; run `make kernels module`"


@ALL
def test_every_source_that_a_kernel_leads_to_is_in_its_stamp(made: Artifact) -> None:
    # The sources of the kernels are among the modules that Python imports for them.
    code = (
        "import importlib, sys\n"
        f"for name in {made.modules}: importlib.import_module(name)\n"
        f"compiler = {COMPILER.replace('/', '.')!r}\n"
        "print(*(name for name in sys.modules\n"
        "        if '.kernels.' in name and not name.startswith(compiler)))"
    )
    done = run_forked(code=code, imports="import numba", folder=ROOT)
    assert done.code == 0, done.err
    files = {f"{name.replace('.', '/')}.py" for name in done.out.decode().split()}
    packages = {name for name in files if not source_path(name).is_file()}
    sources = [name for name in sources_of(made.modules) if not name.startswith(COMPILER)]
    assert sorted(files - packages) == sources
    assert INTERNALS in sources_of(made.modules)


def test_changed_sources_files_and_signatures_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    made = next(product for product in NATIVE if product.name == "regions")
    provenance = build.stored_provenance(made)
    assert provenance is not None
    for changed in (
        {"sources_sha256": "0"},
        {"sha256": "0"},
        {"sources": provenance["sources"][1:]},
        {"kernels": {**provenance["kernels"], "grow_regions": "int64 "}},
        {"unrolls": True},
    ):
        with monkeypatch.context() as patch:
            patch.setattr(
                build, "stored_provenance", lambda _, changed=changed: provenance | changed
            )
            assert not is_current(made), changed


def test_no_other_file_is_shipped() -> None:
    names = {path.name for path in machine_code.FOLDER.glob("*.ll.xz")}
    assert names == {product.path.name for product in NATIVE}


def test_a_stamp_is_of_all_code_and_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    files = sources_of([FILES["regions"][0].__module__])
    before = source_hash(files)
    assert source_hash(files[1:]) != before
    digest, last = sources._digest, files[-1]
    monkeypatch.setattr(sources, "_digest", lambda name: "other" if name == last else digest(name))
    assert source_hash(files) != before


def test_a_stamp_ignores_prose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kernel.py"
    monkeypatch.setattr(sources, "source_path", lambda _: file)

    def digest(text: str) -> str:
        file.write_text(text)
        return sources._digest.__wrapped__("kernel.py")

    plain = digest("x = 1\n")
    assert digest('"""A kernel."""\n\n# A comment.\nx = 1\n') == plain
    assert digest("x = 2\n") != plain


@pytest.mark.parametrize(
    "path", sorted({path for made in (*NATIVE, *PAGE) for path in sources_of(made.modules)})
)
def test_a_stamp_leaves_out_prose_alone(path: str) -> None:
    source = source_path(path).read_bytes()
    stripped = sources.PROSE.sub(b"", b"\n" + source).decode()

    def code_of(text: str) -> list[str]:
        lines = [*tokenize.generate_tokens(io.StringIO(text).readline)]
        kinds = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
        return [t.string for t in lines if t.type not in kinds and not t.string.startswith('"""')]

    assert code_of(stripped) == code_of(source.decode())

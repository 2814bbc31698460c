"""The notebooks run, and their assertions hold."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("measurement_cache")

NOTEBOOKS = [
    # The proof changes less often than the library, and takes as long as the other three.
    pytest.param(path, marks=pytest.mark.thorough if path.stem == "lemmas_on_3x3" else ())
    for path in sorted((Path(__file__).parents[2] / "docs/notebooks").glob("*.ipynb"))
]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the cells in this process; a kernel takes longer to start than most notebooks to run."""
    monkeypatch.chdir(tmp_path)
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    codes = [cell for cell in cells if cell["cell_type"] == "code"]
    assert codes
    variables: dict[str, object] = {"__name__": "__main__"}
    for cell in codes:
        # Stored without output, so that differences show only changes of the code.
        assert not cell["outputs"]
        assert cell["execution_count"] is None
        exec(compile("".join(cell["source"]), path.name, "exec"), variables)

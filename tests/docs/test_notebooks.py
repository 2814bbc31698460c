"""The notebooks run from their first cell to their last; what they assert holds."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "bound_by_hand",
        "compare_algorithms",
        "difficulty_tables",
        "lemmas_on_3x3",
    ]


@pytest.mark.filterwarnings("default")  # of the notebook's machinery
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # Kept without output, so that a change shows what changed.
    assert not any(cell.outputs or cell.execution_count for cell in codes)
    client = NotebookClient(
        notebook, timeout=500, startup_timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    assert all(cell.execution_count for cell in codes)

"""The notebooks run from their first cell to their last; what they assert holds."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.filterwarnings("default")  # of the notebook's machinery
def test_notebooks(tmp_path: Path) -> None:
    """One after the other in one process, which takes longer to start than most of them to run."""
    together = nbformat.v4.new_notebook()  # type: ignore[no-untyped-call]
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
        # Kept without output, so that a change shows what changed.
        assert not any(cell.outputs or cell.execution_count for cell in codes), path.stem
        forget = nbformat.v4.new_code_cell("%reset -f")  # type: ignore[no-untyped-call]
        together.cells += [forget, *codes]  # nothing is left of what the one before has named
    client = NotebookClient(
        together, timeout=500, startup_timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    assert all(cell.execution_count for cell in together.cells)

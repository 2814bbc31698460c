"""An installation inside an archive is refused in words, not by whatever fails first."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import chatuchak_solver

LIBRARY = Path(chatuchak_solver.__file__).parent


@pytest.mark.skipif(sys.platform == "win32", reason="its errors for such paths are others")
def test_a_zipped_installation_is_refused_in_words(tmp_path: Path) -> None:
    archive = tmp_path / "packages.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("__init__.py", "__init__.pyi", "exports.py"):
            packed.write(LIBRARY / name, f"chatuchak_solver/{name}")
    code = f"import sys; sys.path.insert(0, {str(archive)!r}); import chatuchak_solver"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    inside = archive / "chatuchak_solver" / "__init__.py"
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"ImportError: {inside} is inside an archive: expected a folder, as pip installs it"
    )

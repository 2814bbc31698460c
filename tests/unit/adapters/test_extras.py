"""Without an extra, one line names the missing extra."""

import importlib
import sys

import pytest

from chatuchak_solver.errors import MissingExtraError

NEEDED = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize("adapter", NEEDED)
def test_a_missing_extra_is_named(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = f"chatuchak_solver.adapters.{adapter}"
    monkeypatch.delitem(sys.modules, module, raising=False)
    for name in [*sys.modules]:
        if name.partition(".")[0] == NEEDED[adapter]:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, NEEDED[adapter], None)
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[games\]'"):
        importlib.import_module(module)

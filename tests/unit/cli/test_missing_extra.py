"""``serve`` without the extra: one line with the remedy."""

import sys

import pytest

from tests.unit.cli.conftest import Chatuchak


@pytest.mark.parametrize("module", ["starlette", "uvicorn"])
def test_a_missing_module_is_named_with_its_extra(
    chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    outcome = chatuchak("serve")
    assert outcome.code == 2
    assert "pip install '.[web]'" in outcome.err
    assert outcome.err.count("\n") == 1

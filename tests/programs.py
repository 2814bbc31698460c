"""Programs needed by some tests, which are skipped if not installed."""

import os
import shutil

import pytest


def find_program(variable: str, *names: str) -> str | None:
    """Return a program: the value of an environment variable, or the first name on the path."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


CHROMEDRIVER = find_program("CHROMEDRIVER", "chromedriver")
# The engine without a browser around it takes a fifth less of the processor. By its full name: the
# script that Debian puts on the path ends alone, and leaves the engine running.
ENGINE = "/usr/lib/chromium/chromium-headless-shell"
# Without its driver a browser is of no use to tests. The path thus decides about both.
CHROMIUM = CHROMEDRIVER and find_program("CHROMIUM", ENGINE, "chromium", "chromium-browser")
FIREFOX = find_program("FIREFOX", "firefox-esr", "firefox")
WASM_LD = find_program("WASM_LD", "wasm-ld")

NO_CHROMIUM = "no browser: needs chromium and chromedriver (Debian: chromium-driver)"

MISSING = {
    name: reason
    for name, program, reason in (
        ("chromium", CHROMIUM, NO_CHROMIUM),
        ("firefox", FIREFOX, "no second browser: needs Firefox (Debian: firefox-esr)"),
        ("wasm-ld", WASM_LD, "no linker: needs wasm-ld (Debian: lld)"),
    )
    if program is None
}
"""The programs that are not installed, each with the reason to skip."""


def require_program(name: str) -> None:
    """Skip the running test if a program is not installed."""
    if name in MISSING:
        pytest.skip(MISSING[name])

"""Garbage collection settings: commands are short, and imported objects live to the end."""

import gc
from typing import Final

OFTEN: Final = gc.get_threshold()
"""Python's default, for commands that run for hours."""
SELDOM: Final = (50_000, *OFTEN[1:])
"""Collect after 50,000 new containers instead of 700: some megabytes."""

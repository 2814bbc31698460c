"""How often Python seeks garbage: a command is soon over, and what it imports stays to the end."""

import gc
from typing import Final

OFTEN: Final = gc.get_threshold()
"""As Python does elsewhere: for a command that goes on for hours."""
SELDOM: Final = (50_000, *OFTEN[1:])
"""A search starts after 50,000 more objects that hold others, not 700: some megabytes."""

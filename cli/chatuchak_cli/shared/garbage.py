"""How often Python seeks garbage: a command is soon over, and what it imports stays to the end."""

import gc
from typing import Final

OFTEN: Final = gc.get_threshold()
"""As Python does elsewhere: for a command that goes on for hours."""
SELDOM: Final = (50_000, *OFTEN[1:])
"""So many more objects that hold others start a search, not 700: some megabytes."""

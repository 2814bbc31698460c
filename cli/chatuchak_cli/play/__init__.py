"""Playing the puzzle in a terminal."""

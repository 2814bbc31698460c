"""Search algorithms for the jump puzzle and its slide variant."""

"""A solver and puzzle-analysis library for market-themed board games."""

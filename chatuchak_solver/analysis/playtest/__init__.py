"""Playtests: import of games, measured difficulty and skill, evaluation of the formula."""

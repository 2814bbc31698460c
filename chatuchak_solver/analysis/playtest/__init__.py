"""Playtests: games of people read in, difficulty and skill measured, the formula held to them."""

"""The commands of the market stand game."""

COMMANDS = {"view": ("games.market_stand.view", "What one player sees, without the others' hands.")}

"""The commands of River Market."""

COMMANDS = {
    "companion": (
        "games.river_market.companion",
        "Play at the table: deals the Rival's turns and tells you what to do.",
    ),
    "log": ("games.river_market.companion", "What happened in a game, as the table saw it."),
}

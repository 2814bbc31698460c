"""The commands of Mercado de Lisboa."""

"""Photos of tiles on a table, path traced: light, lacquer and wood as physics has them."""

"""Final scores of finished games."""

"""The local web page: its server, its answers and its files."""

"""The local web page: server, answers and files."""

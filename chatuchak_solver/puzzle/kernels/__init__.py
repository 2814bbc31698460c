"""Rules of the puzzle for the library and the page's module."""

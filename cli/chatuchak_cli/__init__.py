"""The chatuchak command line: one thin module per command."""

"""The chatuchak command line: one folder per task, one module per command."""

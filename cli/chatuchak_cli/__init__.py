"""The chatuchak command line: a folder a task, in it a thin module a command."""

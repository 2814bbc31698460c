"""What makes the program ready to use on a machine."""

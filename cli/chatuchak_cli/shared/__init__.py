"""What the commands of several tasks need."""

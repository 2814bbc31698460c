"""The commands of Chatuchak."""

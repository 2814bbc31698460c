"""Modules shared by the commands of several tasks."""

"""Execution of long jobs: limits and progress, threads, processes and clusters."""

"""Shipped files; `chatuchak_solver.shipped` opens them."""

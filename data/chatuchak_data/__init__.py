"""Shipped files; `chatuchak_solver.io.package_data` opens them."""

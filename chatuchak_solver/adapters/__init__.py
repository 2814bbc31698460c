"""Adapters of the games and the puzzle to other libraries.

`chatuchak_solver.adapters.pettingzoo`, `chatuchak_solver.adapters.gymnasium` and
`chatuchak_solver.adapters.openspiel` need the extra ``games``, Parquet files of
`chatuchak_solver.adapters.tables` the extra ``tables``.
"""

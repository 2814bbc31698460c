"""Other people's interfaces to the games and the puzzle; each module needs its own extra.

`chatuchak_solver.adapters.pettingzoo`, `chatuchak_solver.adapters.gymnasium` and
`chatuchak_solver.adapters.openspiel` need the extra ``games``. Parquet files of
`chatuchak_solver.adapters.tables` need ``tables``; `chatuchak_solver.adapters.pddl` needs none.
"""

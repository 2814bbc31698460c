"""A FastAPI endpoint that solves a grid within a time limit."""

from fastapi import FastAPI, HTTPException

from chatuchak_solver import Grid, InputError, Stop, solve

TIME_LIMIT_S = 2.0

app = FastAPI()


@app.get("/solve")
def solve_grid(grid: str) -> dict[str, object]:
    """Return the solution of a grid; FastAPI calls plain functions in threads."""
    try:
        parsed = Grid.parse(grid)
    except InputError as error:
        raise HTTPException(422, str(error)) from None
    return solve(parsed, stop=Stop(time_s=TIME_LIMIT_S)).to_dict()

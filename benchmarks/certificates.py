"""Share of certificates of eight-card plans that the independent checker proves within a minute.

``python -m benchmarks certificates``; ``STEP=7 FIRST=3`` chooses the plans of `stand_proofs`.
"""

import os
import time

from benchmarks.report import MeasuredRows, machine, table, write_section
from benchmarks.stand_proofs import problem_of
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.stand.certificate import certificate, check
from chatuchak_solver.stand.plan import plan_stand


def run_check(number: int) -> JsonObject:
    plan = plan_stand(problem_of(number)[1], stop=Stop(time_s=60.0))
    start = time.perf_counter()
    found = check(certificate(plan), stop=Stop(time_s=60.0), workers=2)
    return {"verdict": found.verdict, "open": plan.gap > 0, "seconds": time.perf_counter() - start}


def main() -> None:
    rows = MeasuredRows("certificates")
    first, step = int(os.environ.get("FIRST", "3")), int(os.environ.get("STEP", "7"))
    found = [rows.get("check", n, run_check, n) for n in range(first, 400, step)]
    proven = [row["seconds"] for row in found if row["verdict"] == "proven"]
    header = ("plans", "not proven by the search", "checked", "in 5 s", "slowest check, s")
    counts = len(found), sum(row["open"] for row in found), len(proven), sum(s < 5 for s in proven)
    sample = f"`FIRST={first} STEP={step}`; a minute of two processes for each."
    command = f"Command: `python -m benchmarks certificates`, {sample}"
    lines = table(header, [[*map(str, counts), f"{max(proven):.1f}"]])
    text = "\n".join(["## Certificates checked", "", machine(), command, "", lines])
    print(text)
    write_section("certificates", text)

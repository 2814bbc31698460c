"""Kernels load without scipy, and other people's products of matrices still compile."""

import subprocess
import sys

PROGRAM = """
import sys
import numpy as np
import chatuchak_solver.kernels.jit
from numba import njit
double = njit(lambda numbers: numbers.sum() * 2)
assert double(np.arange(4)) == 12
assert "scipy.linalg" not in sys.modules
matrix = np.array([[1.0, 2.0], [3.0, 4.0]])
product = njit(lambda left, right: np.dot(left, right))
assert (product(matrix, matrix) == np.dot(matrix, matrix)).all()
"""


def test_scipy_waits_for_a_product_of_matrices() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr

"""Caches of slow results across tests and the processes of a run."""

from __future__ import annotations

import os
import pickle
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    import pytest
    from PIL import Image

    from benchmarks.synthetic_photos.photo import SyntheticPhoto
    from chatuchak_solver import Features, Measurement, OptimalPaths, PlayedGame, Stop
    from chatuchak_solver.kernels.arrays import Float64s as Floats
    from chatuchak_solver.puzzle import Grid

__all__ = ["cache_detection", "cache_measurements", "easy_photo", "use_folder"]

_results: dict[tuple[Hashable, ...], Any] = {}
"""Results by function and arguments."""

_folders: list[Path] = []
"""The folder of shared results, if any."""


def use_folder(folder: Path) -> None:
    """Share results with the other processes of this run, in a folder of it."""
    folder.mkdir(exist_ok=True)
    _folders[:] = [folder]


def _cached(key: tuple[Hashable, ...], compute: Callable[[], Any]) -> Any:
    """Return a result; those ended by a stop are not cached."""
    if key in _results:
        return _results[key]
    files = [folder / sha256(repr(key).encode()).hexdigest() for folder in _folders]
    if files and files[0].exists():
        _results[key] = pickle.loads(files[0].read_bytes())
        return _results[key]
    result = compute()
    if getattr(result, "stopped_by", None) is None:
        _results[key] = result
        for file in files:
            written = file.with_suffix(f".{os.getpid()}")
            written.write_bytes(pickle.dumps(result))
            written.replace(file)
    return result


def easy_photo() -> SyntheticPhoto:
    """Return a photo of colored squares, easy to read; it takes seconds to draw."""
    from benchmarks.synthetic_photos.photo import synthetic_photo

    photo: SyntheticPhoto = _cached(("photo",), lambda: synthetic_photo(50, "easy", "squares"))
    return photo


def cache_detection(patch: pytest.MonkeyPatch) -> None:
    """Cache the tiles of pictures: most of the time of reading photos."""
    from chatuchak_solver.photo import reading

    inner = reading.read_all

    def read_all(image: Image.Image, options: Floats) -> tuple[Floats, Floats]:
        pixels = sha256(image.tobytes()).digest()
        key = ("read_all", image.size, pixels, options.tobytes())
        tiles, unreadable = _cached(key, lambda: inner(image, options))
        return tiles.copy(), unreadable.copy()

    patch.setattr(reading, "read_all", read_all)


def cache_measurements(patch: pytest.MonkeyPatch) -> None:
    """Cache measured games and grids: most of the time of playtests and rankings."""
    from chatuchak_solver.analysis import difficulty, optimal_paths, ranking
    from chatuchak_solver.analysis.playtest import measurement, report

    measure, find_paths = measurement.measure_playtest, optimal_paths.optimal_paths
    measure_paths = difficulty.features_of

    def measure_playtest(games: Sequence[PlayedGame], *, stop: Stop | None = None) -> Measurement:
        measured: Measurement = _cached(("games", *games), lambda: measure(games, stop=stop))
        return measured

    def cached_paths(grid: Grid, **options: Any) -> OptimalPaths:
        key = ("paths", grid, options["length"], options["max_positions"])
        paths: OptimalPaths = _cached(key, lambda: find_paths(grid, **options))
        return paths

    def cached_features(paths: OptimalPaths, **options: Any) -> Features:
        options.pop("stop", None)  # all games are played
        key = ("features", paths.grid, paths.length, paths.count, *sorted(options.items()))
        found: Features = _cached(key, lambda: measure_paths(paths, **options))
        return found

    for module in (measurement, report):
        patch.setattr(module, "measure_playtest", measure_playtest)
    patch.setattr(ranking, "optimal_paths", cached_paths)
    patch.setattr(difficulty, "features_of", cached_features)

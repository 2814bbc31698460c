"""Synthetic photos of tables with several tiles."""

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.synthetic_photos.cards import draw_card
from chatuchak_generators import generate_start_grids
from tests.unit.photo.reference import fit_homography

TABLE = (150, 110, 80)
SIZE = (1000, 750)


def drawn_table(
    seed: int, rows: int, columns: int, *, style: str = "squares", tilt: float = 0.05,
    turned: float = 4.0, crop: float = 0.0,
) -> tuple[Image.Image, list[str]]:  # fmt: skip
    """Return a photo of slightly rotated tiles in rows, and their grids in reading order.

    Parameters
    ----------
    tilt
        Shortening of the far edge of the table at each side.
    turned
        Maximum rotation of tiles in degrees.
    crop
        Missing part of the picture at the right.
    """
    rng = np.random.default_rng(seed)
    grids = [start.grid for start in generate_start_grids(rows * columns, seed=seed)]
    cards = [
        Image.fromarray(
            draw_card(
                np.random.default_rng(seed), grid, style, "print", lean=(0, 0), sloppiness=0.02
            ).pixels
        )
        for grid in grids
    ]
    width, height = (round(1.15 * side) for side in cards[0].size)
    table = Image.new("RGB", (width * columns + 200, height * rows + 200), TABLE)
    for number, card in enumerate(cards):
        row, column = divmod(number, columns)
        lying = card.convert("RGBA").rotate(
            rng.uniform(-turned, turned), expand=True, resample=Image.Resampling.BICUBIC
        )
        left = 100 + round((column + 0.5) * width - lying.width / 2 + rng.uniform(-8, 8))
        top = 100 + round((row + 0.5) * height - lying.height / 2 + rng.uniform(-8, 8))
        table.paste(lying, (left, top), lying)
    corners = np.array([(0, 0), (table.width, 0), table.size, (0, table.height)], float)
    scale = min(SIZE[0] / table.width, SIZE[1] / table.height)
    seen = corners * scale + (np.array(SIZE) - np.array(table.size) * scale) / 2
    seen[:2, 0] += np.array([tilt, -tilt]) * table.width * scale
    by = fit_homography(seen, corners)
    photo = table.resize(table.size).transform(
        SIZE, Image.Transform.PERSPECTIVE, (by / by[2, 2]).ravel()[:8].tolist(),
        Image.Resampling.BILINEAR, fillcolor=TABLE,
    )  # fmt: skip
    light = np.linspace(0.8, 1.0, SIZE[0])[None, :, None] * np.array([1.0, 0.97, 0.9])
    noisy = np.asarray(photo) * light + rng.normal(0, 4, (SIZE[1], SIZE[0], 3))
    lit = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
    return lit.crop((0, 0, round(SIZE[0] * (1 - crop)), SIZE[1])), [str(grid) for grid in grids]


def with_mirror_image(photo: Image.Image, x: float, y: float, radius: float) -> Image.Image:
    """Return a photo with a lamp's reflection, which adds light, around a point."""
    shine = Image.new("L", photo.size)
    ImageDraw.Draw(shine).ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    added = np.asarray(photo).astype(int) + np.asarray(shine)[..., None]
    return Image.fromarray(np.clip(added, 0, 255).astype(np.uint8))

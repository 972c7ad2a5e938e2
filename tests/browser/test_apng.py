"""Films of docs/ as a browser unpacks them."""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise

import pytest

from tests.browser.apng import Frame, animate
from tests.browser.png import SIGNATURE, TRUE_COLOUR, Colour, chunk, chunks

RED, BLUE, SAND = (200, 40, 40), (40, 40, 200), (240, 224, 200)
Picture = list[list[Colour]]


def shot(picture: Picture) -> bytes:
    """A screenshot of these colours."""
    size = struct.pack(">IIBBBBB", len(picture[0]), len(picture), 8, TRUE_COLOUR, 0, 0, 0)
    rows = b"".join(b"\0" + b"".join(map(bytes, row)) for row in picture)
    data = chunk(b"IDAT", zlib.compress(rows))
    return b"".join((SIGNATURE, chunk(b"IHDR", size), data, chunk(b"IEND", b"")))


def street(*spots: tuple[int, int, Colour]) -> Picture:
    picture: Picture = [[SAND] * 7 for _ in range(5)]
    for x, y, colour in spots:
        picture[y][x] = colour
    return picture


def shown(film: bytes) -> tuple[list[Picture], list[int]]:
    """What is seen after every frame, and for how long."""
    palette: list[Colour] = []
    picture: Picture = []
    pictures, times, numbers = [], [], []
    box = (0, 0, 0, 0)
    for name, body in chunks(film):
        if name == b"IHDR":
            width, height = struct.unpack_from(">II", body)
            picture = [[(0, 0, 0)] * width for _ in range(height)]
        elif name == b"PLTE":
            palette = [(body[n], body[n + 1], body[n + 2]) for n in range(0, len(body), 3)]
        elif name == b"fcTL":
            number, *where, time, parts, _, _ = struct.unpack(">IIIIIHHBB", body)
            box = (where[0], where[1], where[2], where[3])
            times.append(time * 1000 // parts)
            numbers.append(number)
        elif name in (b"IDAT", b"fdAT"):
            if name == b"fdAT":
                numbers.append(struct.unpack_from(">I", body)[0])
            data = zlib.decompress(body if name == b"IDAT" else body[4:])
            wide, high, left, top = box
            for y in range(high):
                for x, seen in enumerate(data[y * (wide + 1) + 1 : (y + 1) * (wide + 1)]):
                    if seen:
                        picture[top + y][left + x] = palette[seen]
            pictures.append([list(row) for row in picture])
    assert numbers == list(range(len(numbers)))
    return pictures, times


def test_every_frame_is_seen_for_its_time() -> None:
    pictures = [
        street((1, 1, RED)),
        street((2, 1, RED), (5, 3, BLUE)),
        street((2, 1, RED), (5, 3, BLUE)),  # nothing changes
        street((6, 4, BLUE)),
    ]
    times = [120, 80, 250, 2000]
    film = animate([Frame(shot(one), ms) for one, ms in zip(pictures, times, strict=True)])
    (count,) = (struct.unpack(">II", body)[0] for name, body in chunks(film) if name == b"acTL")
    assert count == 4
    assert shown(film) == (pictures, times)


def test_only_what_changes_is_kept() -> None:
    same = animate([Frame(shot(street()), 100)] * 9)
    sizes = [len(body) for name, body in chunks(same) if name == b"fdAT"]
    assert max(sizes) < 20
    assert all(name != b"fdAT" or before == b"fcTL" for before, name in pairwise(_names(same)))


def test_frames_are_of_one_size() -> None:
    with pytest.raises(ValueError, match="one size"):
        animate([Frame(shot(street()), 100), Frame(shot([[RED]]), 100)])


def _names(film: bytes) -> list[bytes]:
    return [name for name, _ in chunks(film)]

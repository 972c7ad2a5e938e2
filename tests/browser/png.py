"""Smaller screenshots: a palette of 256 colours is plenty for drawings of ours."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 256
TRUE_COLOUR = 2
WITH_ALPHA = 6
PALETTE = 3
Colour = tuple[int, int, int]


def shrink(png: bytes) -> bytes:
    """The same picture with a palette; only for 8-bit pictures without interlacing."""
    width, height, rows = pixels(png)
    counts: Counter[Colour] = Counter()
    for row in rows:
        counts.update(row)
    palette = palette_of(counts, MOST_COLOURS)
    number = {colour: nearest(colour, palette) for colour in counts}
    lines = b"".join(b"\0" + bytes(number[colour] for colour in row) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)
    return b"".join(
        (
            SIGNATURE,
            chunk(b"IHDR", header),
            chunk(b"PLTE", b"".join(map(bytes, palette))),
            chunk(b"IDAT", zlib.compress(lines, 9)),
            chunk(b"IEND", b""),
        )
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def pixels(png: bytes) -> tuple[int, int, list[list[Colour]]]:
    found = list(chunks(png))
    width, height, depth, kind, *_, interlaced = struct.unpack(">IIBBBBB", found[0][1])
    if depth != 8 or kind not in (TRUE_COLOUR, WITH_ALPHA) or interlaced:
        raise ValueError("only plain screenshots can be made smaller")
    step = 3 if kind == TRUE_COLOUR else 4
    data = zlib.decompress(b"".join(body for name, body in found if name == b"IDAT"))
    rows: list[list[Colour]] = []
    before = bytearray(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        line = bytearray(data[start + 1 : start + 1 + width * step])
        _unfilter(data[start], line, before, step)
        rows.append([(line[x], line[x + 1], line[x + 2]) for x in range(0, width * step, step)])
        before = line
    return width, height, rows


def _unfilter(kind: int, line: bytearray, before: bytearray, step: int) -> None:
    for x in range(len(line)):
        left = line[x - step] if x >= step else 0
        up = before[x]
        corner = before[x - step] if x >= step else 0
        guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
        line[x] = (line[x] + guess) & 255


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def palette_of(counts: Counter[Colour], most: int) -> list[Colour]:
    """Median cut: the box of colours that spreads most is halved until there are enough."""
    boxes = [list(counts)]
    while len(boxes) < most:
        boxes.sort(key=lambda box: _spread(box, counts)[0])
        _, axis = _spread(boxes[-1], counts)
        widest = sorted(boxes.pop(), key=lambda colour: colour[axis])
        if len(widest) < 2:
            boxes.append(widest)
            break
        boxes += (widest[: len(widest) // 2], widest[len(widest) // 2 :])
    return [_mean(box, counts) for box in boxes]


def _spread(box: list[Colour], counts: Counter[Colour]) -> tuple[float, int]:
    widths = [max(c[axis] for c in box) - min(c[axis] for c in box) for axis in range(3)]
    widest = max(range(3), key=widths.__getitem__)
    weight = sum(counts[colour] for colour in box) ** 0.5
    return widths[widest] * weight, widest


def _mean(box: list[Colour], counts: Counter[Colour]) -> Colour:
    whole = sum(counts[colour] for colour in box)
    red, green, blue = (
        round(sum(colour[axis] * counts[colour] for colour in box) / whole) for axis in range(3)
    )
    return red, green, blue


def nearest(colour: Colour, palette: list[Colour]) -> int:
    red, green, blue = colour
    return min(
        range(len(palette)),
        key=lambda n: (
            (palette[n][0] - red) ** 2 + (palette[n][1] - green) ** 2 + (palette[n][2] - blue) ** 2
        ),
    )

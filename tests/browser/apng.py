"""A film of screenshots: an animated PNG, which browsers show as they show any picture.

All frames share a palette. Of each but the first only what has changed is kept; whatever has not is
transparent, so that the frame before shows through.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.browser.png import (
    MOST_COLOURS,
    PALETTE,
    SIGNATURE,
    Colour,
    chunk,
    nearest,
    palette_of,
    pixels,
)

SEEN_THROUGH = 0  # of the palette
KEEP, OVER = 0, 1  # what becomes of a frame after its time, and how the next is laid on it
MILLISECONDS = 1000
COARSE = 0xFC  # of every colour: letters have more shades than anybody sees
Lines = list[bytes]  # numbers of the palette, row by row


@dataclass(frozen=True)
class Frame:
    """A screenshot and how long it is shown."""

    png: bytes
    milliseconds: int


@dataclass(frozen=True)
class Change:
    """The part of a picture that is not as it was."""

    left: int
    top: int
    lines: Lines


def animate(frames: Sequence[Frame]) -> bytes:
    """The frames as one picture that begins again when it is over; all of the same size."""
    pictures = [pixels(frame.png) for frame in frames]
    width, height, _ = pictures[0]
    if any(picture[:2] != (width, height) for picture in pictures):
        raise ValueError("frames of a film are of one size")
    counts: Counter[Colour] = Counter()
    rows = [[[_coarse(colour) for colour in row] for row in picture[2]] for picture in pictures]
    for picture in rows:
        for row in picture:
            counts.update(row)
    palette = palette_of(counts, MOST_COLOURS - 1)
    number = {colour: nearest(colour, palette) + 1 for colour in counts}
    shown = [[bytes(number[colour] for colour in row) for row in picture] for picture in rows]
    return _film(width, height, [(0, 0, 0), *palette], shown, [one.milliseconds for one in frames])


def _coarse(colour: Colour) -> Colour:
    red, green, blue = colour
    return red & COARSE, green & COARSE, blue & COARSE


def _film(
    width: int, height: int, palette: list[Colour], shown: list[Lines], times: list[int]
) -> bytes:
    parts = [
        SIGNATURE,
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)),
        chunk(b"acTL", struct.pack(">II", len(shown), 0)),  # 0: again and again
        chunk(b"PLTE", b"".join(map(bytes, palette))),
        chunk(b"tRNS", bytes([SEEN_THROUGH])),
    ]
    count = 0
    for before, now, time in zip([None, *shown], shown, times, strict=False):
        change = Change(0, 0, now) if before is None else changed(before, now)
        box = (len(change.lines[0]), len(change.lines), change.left, change.top)
        control = (count, *box, time, MILLISECONDS, KEEP, OVER)
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", *control)))
        data = zlib.compress(b"".join(b"\0" + line for line in change.lines), 9)
        count += 1
        if before is None:
            parts.append(chunk(b"IDAT", data))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", count) + data))
            count += 1
    return b"".join((*parts, chunk(b"IEND", b"")))


def changed(before: Lines, now: Lines) -> Change:
    """The smallest box around what is not as before; a single dot where nothing changed."""
    rows = [y for y, line in enumerate(now) if line != before[y]]
    if not rows:
        return Change(0, 0, [bytes([SEEN_THROUGH])])
    top, bottom = rows[0], rows[-1] + 1
    lines = [
        bytes(new if new != old else SEEN_THROUGH for old, new in zip(*pair, strict=True))
        for pair in zip(before[top:bottom], now[top:bottom], strict=True)
    ]
    through = bytes([SEEN_THROUGH])
    left = min(len(line) - len(line.lstrip(through)) for line in lines)
    right = max(len(line.rstrip(through)) for line in lines)
    return Change(left, top, [line[left:right] for line in lines])

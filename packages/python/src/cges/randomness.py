"""The random orders of cges-fleet: the same for the same key, in every language."""

from __future__ import annotations

from typing import Callable

_WORD = 0xFFFFFFFF


def shuffled(key: str, size: int) -> list[int]:
    """Return the numbers below ``size`` in the random order of a key.

    The key is hashed to the state of the generator sfc32 (Doty-Humphrey, PractRand). Not for secrets.
    """
    draw = _sfc32(key)
    left = list(range(size))
    return [left.pop(int(draw() * len(left))) for _ in range(size)]


def _sfc32(key: str) -> Callable[[], float]:
    """Return a function that draws a number in [0, 1) with 32 bits of detail."""
    state = _hashed(key)

    def draw() -> float:
        a, b, c, d = state
        total = (a + b + d) & _WORD
        state[3] = (d + 1) & _WORD
        state[0] = b ^ (b >> 9)
        state[1] = (c + (c << 3)) & _WORD
        state[2] = ((((c << 21) | (c >> 11)) & _WORD) + total) & _WORD
        return total / 2**32

    for _ in range(12):
        draw()
    return draw


def _hashed(key: str) -> list[int]:
    a, b, c, d = 0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344
    units = key.encode("utf-16-le")
    for at in range(0, len(units), 2):
        unit = units[at] | units[at + 1] << 8
        a = ((a ^ unit) * 0x9E3779B1 & _WORD) ^ (b >> 15)
        b = ((b ^ unit) * 0x85EBCA77 & _WORD) ^ (c >> 13)
        c = ((c ^ unit) * 0xC2B2AE3D & _WORD) ^ (d >> 16)
        d = ((d ^ unit) * 0x27D4EB2F & _WORD) ^ (a >> 14)
    return [_finish(a ^ d), _finish(b ^ a), _finish(c ^ b), _finish(d ^ len(units) // 2)]


def _finish(word: int) -> int:
    once = (word ^ (word >> 16)) * 0x85EBCA6B & _WORD
    twice = (once ^ (once >> 13)) * 0xC2B2AE35 & _WORD
    return twice ^ (twice >> 16)

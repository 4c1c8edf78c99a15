"""How a method looks wherever it is drawn, the same as on the dashboard: told by what it is, never by its place."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Callable, Mapping, Sequence

from .methods.method import Method
from .methods.parse_method import MethodLike, parse_method
from .methods.rules import rules

_VARIANTS = 8
#: From one signal's dashes to the next one's.
_STEP = 5
#: What hue, outline and dashes tell of a method, whatever its rule.
_TOLD = ("confidence", "keep")
#: How the key of a method begins whose verdicts were imported: another program decided.
_EXTERNAL = "external:"
#: What rules take that is no part of a look.
_SHARED = ("abstainBelow", "calibrate", "certified")


@dataclass(frozen=True)
class Identity:
    """A method's colour and outline, the sign in its marker (by its budget) and its dashes (by its own threshold)."""

    hue: str
    shape: str
    sign: int
    dash: int
    shade: int


@lru_cache(maxsize=1)
def looks() -> Mapping[str, Any]:
    """Return the dashboard's colours, dashes, signs and outlines, and the look of each confidence."""
    table: dict[str, Any] = json.loads(files("cges").joinpath("looks.json").read_text(encoding="utf-8"))
    return table


def identity_of(method: MethodLike) -> Identity:
    """Return the look of a method, or of an external one by its key."""
    if isinstance(method, str) and method.startswith(_EXTERNAL):
        return _of_external(method)
    spec = parse_method(method)
    look = rules()[spec.name]["look"]
    confidence = spec.parameters.get("confidence")
    if look == "signal":
        hue, shape = looks()["signals"][confidence]
    else:
        hue, shape = looks()["signals"][confidence][0] if confidence else look["hue"], look["shape"]
    dash, exact = _dash(spec)
    shade = _shade_of_given(spec) if exact and _is_plain(spec) else 1 + _hash(spec.key) % 2
    return Identity(hue, shape, _level(spec.budget), dash, shade)


def _of_external(key: str) -> Identity:
    """All external methods have one outline; dashes and the sign for the budget tell them apart."""
    budget = key.rpartition("@")[2]
    return Identity("other", "wye", _level(int(budget)) if budget.isdigit() else 0, _hash(key) % _VARIANTS, 0)


def colour_of(identity: Identity, theme: str = "light") -> str:
    """Return an identity's colour as a hexadecimal one, on the dashboard's light or dark ground."""
    place = {"light": 0, "dark": 1}[theme]
    own, ink = (looks()["colours"][name][place] for name in (identity.hue, "ink"))
    return _mixed(own, ink, (0.0, 0.3, 0.55)[identity.shade])


def dashes_of(identity: Identity) -> Sequence[float]:
    """Return the dashes of an identity's lines in points; none for a whole line."""
    written = looks()["dashes"][identity.dash]
    return () if written == "none" else tuple(float(each) for each in written.split())


def _dash(spec: Method) -> tuple[int, bool]:
    swept = rules()[spec.name]["swept"]
    if swept is None or spec.parameters.get("certified") is not None:
        return _hash(spec.key) % _VARIANTS, True
    steps, exact = _beside(spec)
    if swept["parameter"] == "budget":
        return _stepped(0, steps) if _weighs_by_signal(spec) else _level(spec.budget), exact
    scale: Callable[[float], float] = math.log
    if swept["scale"] == "share":
        scale = lambda share: math.log(share / (1 - share))  # noqa: E731
    own = spec[swept["parameter"]]
    usual = swept["usual"]
    dash = min(range(len(usual)), key=lambda at: abs(scale(usual[at]) - scale(own)))
    return _stepped(dash, steps), usual[dash] == own and exact


def _weighs_by_signal(spec: Method) -> bool:
    return "confidence" in spec.parameters and rules()[spec.name]["look"] != "signal"


def _stepped(dash: int, steps: int) -> int:
    return int((dash + _STEP * steps) % len(looks()["dashes"]))


def _beside(spec: Method) -> tuple[int, bool]:
    """What else tells usual methods of a rule apart: the signal it weighs by, or the tenths it keeps."""
    keep = spec.parameters.get("keep")
    if keep is not None:
        tenths = math.floor(10 * float(keep) + 0.5)
        return tenths - 1, abs(10 * float(keep) - tenths) < 1e-9
    if not _weighs_by_signal(spec):
        return 0, True
    order = list(looks()["signals"])
    usual = rules()[spec.name]["parameters"]["confidence"].get("preset", "lns-arith")
    return order.index(spec["confidence"]) - order.index(usual), True


def _is_plain(spec: Method) -> bool:
    """Whether every parameter that has a default has it, but for the one that the dashes tell."""
    rule = rules()[spec.name]
    told = (rule["swept"] or {}).get("parameter")
    return all(
        name in (told, *_TOLD, *_SHARED)
        or spec[name] == parameter.get("preset")
        or not ("preset" in parameter or parameter.get("optional"))
        for name, parameter in rule["parameters"].items()
    )


def _shade_of_given(spec: Method) -> int:
    """A shade by the values that the rule has no default for and that nothing else tells."""
    rule = rules()[spec.name]
    told = (rule["swept"] or {}).get("parameter")
    given = [
        f"{name}={json.dumps(spec[name]) if isinstance(spec[name], str) else spec[name]}"
        for name, parameter in rule["parameters"].items()
        if name not in (told, *_TOLD, *_SHARED) and not ("preset" in parameter or parameter.get("optional"))
    ]
    return _hash(",".join(given)) % 3 if given else 0


def _level(budget: int) -> int:
    return (budget.bit_length() - 1 + 4) % _VARIANTS


def _hash(key: str) -> int:
    value = 7
    for character in key:
        value = (value * 31 + ord(character)) % 65_521
    return value


def _mixed(own: str, ink: str, share: float) -> str:
    """Mix two colours in OKLab, as the dashboard's style sheet does."""
    mixed = [(1 - share) * a + share * b for a, b in zip(_to_oklab(own), _to_oklab(ink))]
    cone = [
        (mixed[0] + 0.3963377774 * mixed[1] + 0.2158037573 * mixed[2]) ** 3,
        (mixed[0] - 0.1055613458 * mixed[1] - 0.0638541728 * mixed[2]) ** 3,
        (mixed[0] - 0.0894841775 * mixed[1] - 1.2914855480 * mixed[2]) ** 3,
    ]
    linear = [
        4.0767416621 * cone[0] - 3.3077115913 * cone[1] + 0.2309699292 * cone[2],
        -1.2684380046 * cone[0] + 2.6097574011 * cone[1] - 0.3413193965 * cone[2],
        -0.0041960863 * cone[0] - 0.7034186147 * cone[1] + 1.7076147010 * cone[2],
    ]
    return "#" + "".join(f"{round(255 * _to_srgb(min(1.0, max(0.0, each)))):02x}" for each in linear)


def _to_oklab(colour: str) -> list[float]:
    red, green, blue = (_to_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    cone = [
        (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3),
        (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3),
        (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3),
    ]
    return [
        0.2104542553 * cone[0] + 0.7936177850 * cone[1] - 0.0040720468 * cone[2],
        1.9779984951 * cone[0] - 2.4285922050 * cone[1] + 0.4505937099 * cone[2],
        0.0259040371 * cone[0] + 0.7827717662 * cone[1] - 0.8086757660 * cone[2],
    ]


def _to_linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _to_srgb(value: float) -> float:
    return float(value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)

"""The settings that a replay fills in where a method names none, as the command ``cges replay`` does."""

from __future__ import annotations

from typing import Callable, Mapping

from .parse_method import MethodLike

#: With fewer samples ESC's window is the smaller one.
_FEW = 8
_Context = tuple[int, str]
#: Those of the command; a test compares the two.
_USUAL: Mapping[str, Mapping[str, Callable[[_Context], str]]] = {
    "esc": {"window": lambda context: "2" if context[0] < _FEW else "4"},
    "cges": {"confidence": lambda context: context[1], "gamma": lambda _: "0.99"},
    "cisc": {"confidence": lambda context: context[1]},
    "cite-weighted": {"confidence": lambda context: context[1]},
}


def with_usual_settings(method: MethodLike, note: Callable[[str], None], *, budget: int, signal: str) -> MethodLike:
    """Fill in what a method in short form lacks, and say so through ``note``; any other is returned as it is.

    ``budget`` is that of a method that names none, ``signal`` the confidence that the samples have.
    """
    if not isinstance(method, str):
        return method
    body, at, own = method.strip().partition("@")
    name, colon, given = body.partition(":")
    context = (int(own) if own.strip().isdecimal() and int(own) > 0 else budget, signal)
    named = {setting.partition("=")[0].strip() for setting in given.split(",")}
    missing = {key: value(context) for key, value in _USUAL.get(name.strip(), {}).items() if key not in named}
    if not missing:
        return method
    settings = [*([given] if colon else []), *(f"{key}={value}" for key, value in missing.items())]
    filled = f"{name.strip()}:{','.join(settings)}{at}{own}"
    note(f"{method.strip()} names no {' and no '.join(missing)}: taken as {filled}")
    return filled

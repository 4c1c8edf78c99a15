"""Reading a method as a person writes it."""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from typing import Any, Iterable, Mapping, Union

from .certified import certified_problem
from .method import Method, number_text
from .rules import DEFAULT_BUDGET, MAX_BUDGET, rules
from .shapes import is_list

MethodLike = Union[str, Mapping[str, Any], Method]
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


class MethodError(ValueError):
    """A method that is none; the message says what would be valid, and which of these names is the nearest."""

    def __init__(self, problem: str, unknown: object = None, names: Iterable[str] = (), rest: str = "") -> None:
        #: The same without the nearest name.
        self.problem = f"{problem}; {rest}" if rest else problem
        near = _near(unknown, list(names)) if isinstance(unknown, str) else []
        after = f" {rest[0].upper()}{rest[1:]}" if rest else ""
        super().__init__(f"{problem}; did you mean {near[0]}?{after}" if near else self.problem)


def _near(word: str, names: list[str]) -> list[str]:
    whole = [name for name in names if name.startswith(f"{word.lower()}-")]
    return whole[:1] or get_close_matches(word, names, n=1)


def parse_method(text: MethodLike, budget: int = DEFAULT_BUDGET) -> Method:
    """Read a method, short (``cges:confidence=lns-arith,gamma=0.99@16``) or long (``{"method": "esc", "window": 4}``).

    ``budget`` applies where none is written. Raises MethodError, whose message says what would be valid.
    """
    if isinstance(text, Method):
        return text
    if not isinstance(text, (str, Mapping)):
        raise MethodError(_not_written(text))
    given = _fields_of(text) if isinstance(text, str) else {k: v for k, v in text.items() if v is not None}
    name = given.get("method")
    if not isinstance(name, str) or name not in rules():
        names = rules()
        raise MethodError(f"unknown method {_show(name)}", name, names, f"the methods are {', '.join(names)}")
    known: Mapping[str, Mapping[str, Any]] = rules()[name]["parameters"]
    _check_names(name, known, given)
    values: dict[str, Any] = {}
    for key, parameter in known.items():
        values[key] = _valid(key, parameter, given[key]) if key in given else parameter.get("preset")
    most = rules()[name].get("mostVotes", MAX_BUDGET)
    method = Method(name, values, _valid("budget", _budget_up_to(most), given.get("budget", budget)))
    problem = certified_problem(method)
    if problem is not None:
        raise MethodError(problem)
    return method


def _not_written(method: object) -> str:
    if callable(method):
        return (
            "a method cannot be a function here. To run a rule of your own: "
            'cges replay LOG --method-command "python own-rule.py", or --method-file own-rule.mjs (see docs/own-rule.md)'
        )
    return f'a method is a text such as "esc:window=4@16" or a mapping, not {type(method).__name__}'


def _budget_up_to(most: int) -> Mapping[str, Any]:
    return {"reads": "number", "whole": True, "from": 1, "to": most, "range": f"a whole number of samples from 1 to {most}"}


def _fields_of(text: str) -> dict[str, Any]:
    """Read the short form; only its syntax is checked."""
    body, at, budget = text.rpartition("@") if "@" in text else (text, "", "")
    name, colon, pairs = body.partition(":")
    fields: dict[str, Any] = {"method": name.strip()}
    if at:
        fields["budget"] = _number(budget.strip())
    known = rules().get(name.strip(), {}).get("parameters", {})
    for pair in pairs.split(",") if colon else []:
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals or not key:
            raise MethodError(f"{_show(pair.strip())} is not of the form name=value")
        if key == "method":
            raise MethodError("the method is named first")
        if key == "budget":
            raise MethodError("the budget is written after @, as in sc@16")
        if key in fields:
            raise MethodError(f"{key} is given twice")
        fields[key] = _value(value.strip(), known.get(key))
    return fields


def _value(text: str, parameter: Mapping[str, Any] | None) -> Any:
    reads = None if parameter is None else parameter["reads"]
    if reads == "number":
        return _number(text)
    if reads == "pair" and parameter is not None:
        return [_number(each.strip()) for each in text.split(parameter["separator"])]
    if reads == "flag":
        return {"true": True, "false": False}.get(text, text)
    if reads == "support":
        return text if text == "dynamic" else {"fixed": _number(text)}
    return text


def _number(text: str) -> Any:
    if _NUMBER.fullmatch(text) is None:
        return text
    value = float(text)
    return int(value) if value.is_integer() else value


def _check_names(name: str, known: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]) -> None:
    unknown = next((key for key in given if key not in (*known, "method", "budget")), None)
    if unknown is not None:
        takes = [*known, "budget"]
        raise MethodError(f"{name} has no parameter {_show(unknown)}; it takes {', '.join(takes)}", unknown, takes)
    missing = [
        f"{key} ({each['range']})"
        for key, each in known.items()
        if key not in given and "preset" not in each and not each.get("optional")
    ]
    if missing:
        raise MethodError(f"{name} requires {' and '.join(missing)}, as in {rules()[name]['example']}")


def _valid(key: str, parameter: Mapping[str, Any], value: Any) -> Any:
    """Return a parameter's value as it is kept; refuses one out of its range, with that range."""
    if not _is_valid(parameter, value):
        options = parameter.get("options", ())
        raise MethodError(f"{key} must be {parameter['range']}, not {_show(value)}", value, options)
    return tuple(value) if parameter["reads"] == "pair" else value


def _is_valid(parameter: Mapping[str, Any], value: Any) -> bool:
    reads = parameter["reads"]
    if reads == "word":
        return value in parameter["options"]
    if reads == "shapes":
        return is_list(value)
    if reads == "flag":
        return isinstance(value, bool)
    if reads == "support":
        fixed = value.get("fixed") if isinstance(value, Mapping) and len(value) == 1 else None
        return value == "dynamic" or (fixed is not None and _is_whole(fixed) and bool(fixed >= 2))
    low, high = parameter["from"], parameter["to"]
    if reads == "pair":
        is_pair = isinstance(value, (list, tuple)) and len(value) == 2
        return is_pair and all(_is_number(each) and low < each < high for each in value)
    if parameter["whole"]:
        return _is_whole(value) and bool(low <= value <= high)
    return _is_number(value) and bool(low < value < high or (parameter.get("closed") and value == high))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_whole(value: Any) -> bool:
    return _is_number(value) and float(value).is_integer()


def _show(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return number_text(value)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return text if len(text) <= 60 else f"{text[:60]}…"

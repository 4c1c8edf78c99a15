"""An evaluation's figures, laid out for programs that track experiments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Mapping, Sequence, Union

from .fleet.evaluation import Evaluation
from .fleet.table import Table
from .methods.parse_method import parse_method

Source = Union[Evaluation, Mapping[str, Any], Table]


@dataclass(frozen=True)
class Figures:
    """What is tracked: settings, final figures by name, and a row for each method."""

    name: str
    settings: Mapping[str, Any]
    #: ``accuracy/…``, ``calls/…``, ``saved/…`` and ``tokens/…`` of each method, and the calls and tokens spent. Estimates of
    #: an evaluation that its ``until`` ended have names of their own: ``decided_accuracy/…`` and so on.
    metrics: Mapping[str, float]
    methods: Table
    #: By method: the share of questions unresolved after 0, 1, 2, … calls; empty for a replay.
    unresolved: Mapping[str, list[float]]
    #: Accuracy, calls and tokens at other values of each method's parameter; empty for a replay or a mere view.
    curves: Table


def figures_of(source: Source, name: str = "replay") -> Figures:
    """Lay out an evaluation of a fleet, once it has ended, or the table that ``replay`` gives.

    Raises ValueError while an evaluation runs: easy questions resolve first, so that its figures would flatter.
    """
    if isinstance(source, Table):
        return _of_replay(source, name)
    if not isinstance(source, Evaluation):
        return _of_view(source, [])
    _require_end(source.view)
    return _of_view(source.view, source.curves())


def _of_replay(table: Table, name: str) -> Figures:
    metrics: dict[str, float] = {}
    for row in table:
        label = metric_name(parse_method(row["method"]).label)
        for figure in ("accuracy", "calls", "saved", "tokens"):
            if row[figure] is not None:
                metrics[f"{figure}/{label}"] = row[figure]
    settings = {"source": "replay", "methods": [row["method"] for row in table]}
    return Figures(name, settings, metrics, table, {}, Table([]))


def _of_view(view: Mapping[str, Any], curves: Sequence[Mapping[str, Any]]) -> Figures:
    _require_end(view)
    spent = view["spent"]
    metrics: dict[str, float] = {"spent/calls": spent["calls"], "spent/tokens": spent["tokens"]}
    rows: list[dict[str, Any]] = []
    for method in view["methods"]:
        figures, kind = _figures(method)
        rows.append(
            {
                "method": method["key"],
                "kind": kind,
                **figures,
                "questions": method["resolved"],
                "blocked": method["blocked"],
            }
        )
        prefix = "decided_" if kind == "decided" else ""
        label = metric_name(method["label"])
        metrics |= {f"{prefix}{each}/{label}": value for each, value in figures.items() if value is not None}
    unresolved = {metric_name(method["label"]): list(method["unresolvedAfter"]) for method in view["methods"]}
    return Figures(view["name"], _settings(view), metrics, Table(rows), unresolved, _points(curves))


def _figures(method: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """A method's figures, and what they are: final, estimates of a decided evaluation, or none."""
    live = method.get("live")
    if live is not None and live.get("decided"):
        calls, kind = live["calls"], "decided"
        accuracy, saved = live, 1 - calls / method["spec"]["budget"]
    elif method["interim"]:
        accuracy, calls, saved, kind = None, None, None, "none"
    else:
        accuracy, calls, saved, kind = method["accuracy"], method["calls"], method["savedAgainstSc"], "final"
    return {
        "accuracy": None if accuracy is None else accuracy["value"],
        "accuracy_low": None if accuracy is None else accuracy["low"],
        "accuracy_high": None if accuracy is None else accuracy["high"],
        "calls": calls,
        "saved": saved,
        "tokens": method["tokens"],
    }, kind


def _require_end(view: Mapping[str, Any]) -> None:
    if view["status"] in ("running", "paused", "stuck"):
        raise ValueError(f"evaluation {view['id']} is {view['status']}: its figures are not final yet")


def _points(curves: Sequence[Mapping[str, Any]]) -> Table:
    return Table(
        [
            {
                "method": curve["key"],
                "parameter": curve["varies"],
                "value": point["at"],
                "calls": point["calls"],
                "tokens": point["tokens"],
                "accuracy": point["accuracy"],
            }
            for curve in curves
            for point in curve["points"]
        ]
    )


def _settings(view: Mapping[str, Any]) -> dict[str, Any]:
    """What running it again takes, and whether its answers come from a model at all."""
    return {
        "source": "cges-fleet",
        "evaluation": view["id"],
        "status": view["status"],
        "simulated": view["simulated"],
        "benchmark": view["benchmark"]["name"],
        "benchmark_revision": view["benchmark"]["revision"],
        "model": view["pool"]["model"],
        "pool": view["pool"]["name"],
        "seed": view["seed"],
        "replicates": view["replicates"],
        "sampling": dict(view["sampling"]),
        "digest": view["digest"],
        "not_comparable": (view["notComparable"] or {}).get("kind"),
        "methods": [method["key"] for method in view["methods"]],
    }


def metric_name(label: str) -> str:
    """Write a method's label with the characters that every tracker takes in a name."""
    return re.sub(r"[^\w.:/ -]", "_", label)

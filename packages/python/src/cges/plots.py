"""The dashboard's figures with matplotlib (extra ``plots``), methods by the same marks, dashes and colours."""

from __future__ import annotations

import re
from typing import Any, Mapping, Optional, Sequence, Union

from .fleet.evaluation import Evaluation
from .looks import Identity, colour_of, dashes_of, identity_of, looks

Source = Union[Evaluation, Mapping[str, Any]]


def accuracy_against_calls(
    source: Source, ax: Any = None, *, curves: Optional[Sequence[Mapping[str, Any]]] = None, theme: str = "light"
) -> Any:
    """Draw each method's accuracy with its 95 % interval against its calls per question; returns the axes.

    ``source`` is an evaluation or its view. ``curves`` are what other values of each method's parameter would have given:
    those of an evaluation that has ended unless given, none with ``[]``. Methods without figures yet are left out.
    """
    return _accuracy_against("calls", source, ax, curves=curves, theme=theme)


def accuracy_against_tokens(
    source: Source, ax: Any = None, *, curves: Optional[Sequence[Mapping[str, Any]]] = None, theme: str = "light"
) -> Any:
    """Draw the same against the tokens generated per question, of methods and values of which they are known.

    Raises ValueError where methods have figures and the tokens of none are known.
    """
    return _accuracy_against("tokens", source, ax, curves=curves, theme=theme)


def _accuracy_against(
    cost: str, source: Source, ax: Any, *, curves: Optional[Sequence[Mapping[str, Any]]], theme: str
) -> Any:
    view = _view(source)
    drawn = [(method, *_point(method, cost)) for method in view["methods"]]
    known = [(method, spread, spent) for method, spread, spent in drawn if spread is not None and spent is not None]
    if not known and any(spread is not None for _, spread, _ in drawn):
        raise ValueError(
            f"the {cost} of {view['name']} are not known: its samples have no counts of them. "
            "accuracy_against_calls draws it."
        )
    axes = _axes(ax, theme)
    if curves is None and isinstance(source, Evaluation) and source.ended:
        curves = source.curves()
    for method, spread, spent in known:
        identity = identity_of(method["key"])
        colour = colour_of(identity, theme)
        for curve in curves or []:
            if curve["key"] == method["key"]:
                points = [each for each in curve["points"] if each.get(cost) is not None]
                line = axes.plot([each[cost] for each in points], [100 * each["accuracy"] for each in points])
                line[0].set(color=colour, linewidth=1.2, dashes=dashes_of(identity) or (1, 0), marker=".", markersize=4)
        value, low, high = (100 * spread[name] for name in ("value", "low", "high"))
        axes.plot([spent] * 2, [low, high], color=colour, linewidth=1, marker="_", markersize=8)
        draw_marker(axes, spent, value, identity, theme=theme, label=_label(method))
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    decided = any(_is_decided(method) for method in view["methods"])
    limits = "its limits for all questions" if decided else "its 95 % interval"
    return _finish(axes, view, f"{cost} per question, log₂", f"accuracy, %, and {limits}")


def _point(method: Mapping[str, Any], cost: str) -> tuple[Any, Any]:
    """A method's accuracy with its limits, and what it cost; None for what is not known."""
    figures = method["live"] if _is_decided(method) else method
    return figures if _is_decided(method) else method["accuracy"], figures.get(cost)


def unresolved(source: Source, ax: Any = None, *, theme: str = "light") -> Any:
    """Draw the share of trials that each method has not resolved after each call; returns the axes."""
    axes, view = _axes(ax, theme), _view(source)
    for method in view["methods"]:
        shares = [100 * share for share in method["unresolvedAfter"]]
        identity = identity_of(method["key"])
        line = axes.step(range(len(shares)), shares, where="post")[0]
        line.set(color=colour_of(identity, theme), linewidth=1.6, dashes=dashes_of(identity) or (1, 0))
        middle = len(shares) // 2
        draw_marker(axes, middle, shares[middle] if shares else 0, identity, theme=theme, label=_label(method))
    return _finish(axes, view, "calls", "trials unresolved, %")


def draw_marker(
    axes: Any, x: float, y: float, identity: Identity, *, theme: str = "light", label: Optional[str] = None
) -> None:
    """Draw a method's marker with the sign in it, as the dashboard does."""
    colour = colour_of(identity, theme)
    ground = looks()["colours"]["panel"][0 if theme == "light" else 1]
    outline = _path(looks()["shapes"][identity.shape])
    axes.plot([x], [y], linestyle="none", marker=outline, markersize=11, color=colour, label=label)
    sign = _path(looks()["signs"][identity.sign])
    if sign is not None:
        axes.plot([x], [y], linestyle="none", marker=sign, markersize=5, color=ground, fillstyle="none")


def _path(written: str) -> Any:
    """Read an outline of the dashboard's: lines, with y downwards, or the circle."""
    from matplotlib.path import Path

    if not written:
        return None
    if "a" in written:
        return Path.unit_circle()
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for command, rest in re.findall(r"([MLHVZ])([^MLHVZ]*)", written):
        numbers = [float(each) for each in rest.split(",") if each]
        if command == "Z":
            points.append(points[0])
            codes.append(Path.CLOSEPOLY)
            continue
        before = (points[-1][0], -points[-1][1]) if points else (0.0, 0.0)
        x = numbers[0] if command != "V" else before[0]
        y = before[1] if command == "H" else numbers[-1]
        points.append((x, -y))
        codes.append(Path.MOVETO if command == "M" else Path.LINETO)
    return Path(points, codes)


def _axes(ax: Any, theme: str) -> Any:
    try:
        import matplotlib.pyplot
    except ImportError as cause:
        raise ImportError('matplotlib is not installed: pip install "cges[plots]"') from cause
    axes = ax if ax is not None else matplotlib.pyplot.subplots(figsize=(7, 4.2), layout="constrained")[1]
    place = 0 if theme == "light" else 1
    colours = looks()["colours"]
    axes.set_facecolor(colours["panel"][place])
    axes.grid(color=colours["grid"][place])
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def _finish(axes: Any, view: Mapping[str, Any], across: str, up: str) -> Any:
    simulated = ", simulated answers" if view["simulated"] else ""
    interim = ", live, not final" if view["status"] in ("running", "paused", "stuck") else ""
    if view["status"] == "decided":
        interim = ", decided early, estimated"
    axes.set(xlabel=across, ylabel=up, title=f"{view['name']} ({view['pool']['model']}{simulated}{interim})")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="small", frameon=False)
    return axes


def _view(source: Source) -> Mapping[str, Any]:
    view = source.view if isinstance(source, Evaluation) else source
    if not isinstance(view, Mapping):
        raise TypeError(f"draws an evaluation of a fleet, or its view, not {type(source).__name__}")
    return view


def _label(method: Mapping[str, Any]) -> str:
    kind = ", decided" if _is_decided(method) else ", interim" if method["interim"] else ""
    return f"{method['label']}{kind}"


def _is_decided(method: Mapping[str, Any]) -> bool:
    live = method.get("live")
    return live is not None and bool(live.get("decided"))

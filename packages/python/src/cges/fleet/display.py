"""How an evaluation is shown while it runs."""

from __future__ import annotations

import sys
from html import escape
from typing import Any, Mapping, Optional, TextIO

View = Mapping[str, Any]

class Display:
    """One table that changes, where IPython has a notebook; else a line whenever a question is decided."""

    def __init__(self, out: Optional[TextIO] = None) -> None:
        self._out = out if out is not None else sys.stdout
        self._said = ""
        self._handle: Any = None
        self._notebook = out is None and _in_notebook()

    def show(self, view: View) -> None:
        """Show an evaluation as it is now."""
        if not self._notebook:
            line = live_line(view)
            if line != self._said:
                print(line, file=self._out, flush=True)
                self._said = line
            return
        from IPython.display import HTML, display  # type: ignore[import-not-found,unused-ignore]

        page = HTML(live_html(view))  # type: ignore[no-untyped-call,unused-ignore]
        if self._handle is None:
            self._handle = display(page, display_id=True)  # type: ignore[no-untyped-call,unused-ignore]
        else:
            self._handle.update(page)

def _in_notebook() -> bool:
    """Whether a kernel runs this, which can show HTML; a terminal's IPython cannot."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None

def live_line(view: View) -> str:
    """Format an evaluation as one line; while it runs, no figure is worded as a final one."""
    trials = view["trials"]
    blocked = f", {trials['blocked']} failed" if trials["blocked"] else ""
    figures = [f"{method['label']} {accuracy_of(method)}, {calls_of(method)} calls" for method in view["methods"]]
    return " · ".join([_name(view), _state(view), f"{trials['closed']}/{trials['total']} questions finished{blocked}", *figures])

def live_html(view: View) -> str:
    """Format an evaluation as a table with a bar of its progress."""
    trials = view["trials"]
    rows = "".join(
        f"<tr><td style='text-align:left'>{escape(method['label'])}</td><td>{accuracy_of(method)}</td>"
        f"<td>{calls_of(method)}</td><td>{_saved(method)}</td></tr>"
        for method in view["methods"]
    )
    return (
        f"<div><b>{escape(_name(view))}</b> · {_state(view)} · {trials['closed']} of {trials['total']} questions finished<br>"
        f"<progress max='{trials['total']}' value='{trials['closed']}' style='width:100%'></progress>"
        "<table><tr><th style='text-align:left'>method</th>"
        "<th>accuracy</th><th>calls</th><th>saved against SC</th></tr>"
        f"{rows}</table></div>"
    )

def accuracy_of(method: View) -> str:
    """A method's accuracy: final with its 95 % interval, or an estimate with its limits for all questions."""
    estimate, live = method["accuracy"], method["live"]
    if not method["interim"] and estimate is not None:
        return f"{_percent(estimate['value'])} ({_percent(estimate['low'])} – {_percent(estimate['high'])})"
    limits = live or method["accuracyBounds"]
    if live is not None and live.get("decided"):
        within = f"between {_percent(limits['low'])} and {_percent(limits['high'])}"
        return f"decided {_percent(live['value'])}, {within} for all questions"
    sofar = "" if live is None else f"so far {_percent(live['value'])}, "
    return f"{sofar}will end between {_percent(limits['low'])} and {_percent(limits['high'])}"

def calls_of(method: View) -> str:
    """A method's mean calls a question, or that of its questions so far."""
    live = method["live"]
    mean = method["calls"] if live is None else live["calls"]
    return "—" if mean is None else f"{'' if live is None or live.get('decided') else 'so far '}{mean:.2f}"

def _saved(method: View) -> str:
    live = method["live"]
    saved = method["savedAgainstSc"] if live is None else 1 - live["calls"] / method["spec"]["budget"]
    return "—" if saved is None else _percent(saved)

def _name(view: View) -> str:
    return f"{view['name']} (simulated answers)" if view["simulated"] else str(view["name"])

def _state(view: View) -> str:
    status = str(view["status"]).replace("_", "-")
    return "live, not final" if status == "running" else status

def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"

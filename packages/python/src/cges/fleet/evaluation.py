"""One evaluation of a fleet."""

from __future__ import annotations

import csv
import json
import time
from typing import Any, Iterator, Mapping, Optional, TextIO

from .csv_cells import typed_row
from .display import Display
from .http import Api, FleetError, segment
from .table import Row, Table

#: Most rows that are read into memory unless more are asked for.
MOST_ROWS = 1_000_000
_ENDED = ("done", "decided", "cancelled", "budget_stopped", "failed")
View = Mapping[str, Any]


class Evaluation:
    """An evaluation: what it was last seen as, and how to see more of it."""

    def __init__(self, api: Api, id: str, view: Optional[View] = None) -> None:
        self._api = api
        self.id = id
        self._path = f"/v1/evaluations/{segment(id)}"
        self._view = view

    def __repr__(self) -> str:
        return f"<Evaluation {self.id}{'' if self._view is None else ' ' + str(self._view['status'])}>"

    @property
    def view(self) -> View:
        """The evaluation as it was last read, as the API gives it: status, figures of every method, what was spent."""
        return self._view if self._view is not None else self.refresh()

    @property
    def status(self) -> str:
        """running, paused, stuck, done, decided, cancelled, budget_stopped or failed, as last read."""
        return str(self.view["status"])

    @property
    def ended(self) -> bool:
        """Whether it had ended when it was last read."""
        return self.status in _ENDED

    def refresh(self) -> View:
        """Read it as of now."""
        self._view = self._api.call("GET", self._path)
        return self.view

    def follow(self, *, patience: float = 60) -> Iterator[View]:
        """Yield it at every change until it ends; a stream that broke is taken up again for ``patience`` seconds."""
        version = ""
        silent_since = time.monotonic()
        while True:
            try:
                for view in self._frames(version):
                    self._view, version = view, str(view["version"])
                    silent_since = time.monotonic()
                    yield view
                    if self.ended:
                        return
            except FleetError as error:
                if error.status is not None and error.status < 500:
                    raise
                if time.monotonic() - silent_since > patience:
                    raise
            time.sleep(1)

    def _frames(self, version: str) -> Iterator[View]:
        """Read server-sent events; without data they are heartbeats."""
        headers = {"last-event-id": version} if version else {}
        event, data = "", ""
        for line in self._api.lines(f"{self._path}/live", headers=headers):
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "event":
                event = value
            elif name == "data":
                data += value
            elif line == "\n":
                if data and event != "bye":
                    yield json.loads(data)
                event, data = "", ""

    def watch(self, out: Optional[TextIO] = None) -> Evaluation:
        """Show how it goes until it ends: in a notebook one live table, elsewhere a line for every change."""
        display = Display(out)
        for view in self.follow():
            display.show(view)
        return self

    def wait(self) -> Evaluation:
        """Wait until it ends, showing nothing."""
        for _ in self.follow():
            pass
        return self

    def statistics(self, baseline: Optional[str] = None) -> dict[str, Any]:
        """Read what its numbers are worth: intervals, paired comparisons, curves of every method."""
        found: dict[str, Any] = self._api.call("GET", f"{self._path}/statistics", {"baseline": baseline})
        return found

    def curves(self) -> list[dict[str, Any]]:
        """Read what other values of each method's parameter would have given; none before its figures are final."""
        final = self.statistics()["final"]
        return [] if final is None else list(final["curves"])

    def verdicts(self, *, most: int = MOST_ROWS) -> Table:
        """Read all verdicts: where each method stopped on each question, its answer, and whether that is right."""
        lines = self._api.lines(f"{self._path}/exports/verdicts.csv")
        return Table(_bounded((typed_row(row) for row in csv.DictReader(lines)), most))

    def samples(self, *, most: int = MOST_ROWS, examples: bool = False) -> Table:
        """Read all samples: answers, confidences, texts; a gated benchmark's texts only with ``examples``."""
        lines = self._api.lines(f"{self._path}/exports/samples.jsonl", {"examples": "1" if examples else None})
        about = json.loads(next(lines, "{}"))
        return Table(_bounded((json.loads(line) for line in lines), most), about)

    def questions(self, *, most: int = 10_000, **selection: Any) -> Iterator[Row]:
        """List questions with every method's verdict, page by page as they are taken; ``selection`` as the API's."""
        after: Optional[str] = None
        left = most
        while left > 0:
            page = self._api.call("GET", f"{self._path}/questions", {**selection, "after": after})
            yield from page["questions"][:left]
            left -= len(page["questions"])
            after = page["next"]
            if after is None:
                return

    def cancel(self) -> View:
        """End it now; what was drawn stays."""
        self._api.call("POST", f"{self._path}/cancel", body={})
        return self.refresh()


def _bounded(rows: Iterator[Row], most: int) -> Iterator[Row]:
    for at, row in enumerate(rows):
        if at >= most:
            raise FleetError(f"there are more than {most} rows: ask for more with most=…")
        yield row

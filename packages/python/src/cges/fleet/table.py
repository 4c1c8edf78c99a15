"""Rows of an evaluation, as they come."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, overload

Row = dict[str, Any]

#: Rows and characters of a cell that a printed table shows.
_MOST_ROWS = 40
_WIDEST = 48


class Table(Sequence[Row]):
    """Rows that were read: a sequence of dictionaries, a pandas table by ``to_pandas``, and a text table by ``print``."""

    def __init__(self, rows: Iterable[Row], about: Optional[Mapping[str, Any]] = None) -> None:
        self._rows = list(rows)
        #: What the file says of itself: the evaluation, its digest, how answers were voted on.
        self.about: Mapping[str, Any] = about or {}

    def to_pandas(self) -> Any:
        """Return the rows as a pandas.DataFrame (extra ``pandas``)."""
        try:
            import pandas
        except ImportError as cause:
            raise ImportError('pandas is not installed: pip install "cges[pandas]"') from cause
        return pandas.DataFrame(self._rows, columns=self.columns)

    @property
    def columns(self) -> list[str]:
        """The names of the rows' fields, in the order they first appear."""
        return list(dict.fromkeys(name for row in self._rows for name in row))

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        return self._rows[at]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {', '.join(self.columns)}>"

    def __str__(self) -> str:
        if not self._rows:
            return "no rows"
        shown = self._rows[:_MOST_ROWS]
        cells = [self.columns, *([_cell(row.get(name)) for name in self.columns] for row in shown)]
        widths = [max(map(len, column)) for column in zip(*cells)]
        numeric = [all(_is_number(row.get(name)) for row in shown) for name in self.columns]
        lines = [
            "  ".join(text.rjust(width) if right else text.ljust(width) for text, width, right in zip(row, widths, numeric))
            for row in cells
        ]
        more = len(self) - len(shown)
        return "\n".join([line.rstrip() for line in lines] + ([f"… {more} more rows"] if more else []))


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))


def _cell(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 10_000 else f"{value:.0f}"
    text = " ".join(str(value).split())
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"

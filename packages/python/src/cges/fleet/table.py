"""Rows of an evaluation, as they come."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, overload

Row = dict[str, Any]


class Table(Sequence[Row]):
    """Rows that were read: a sequence of dictionaries, and a pandas table by ``to_pandas``."""

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

"""Reading the cells of the fleet's CSV files, which are safe to open in a spreadsheet."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Mapping, Optional

_WHOLE = ("replicate", "calls", "tokens", "samples", "without_answer", "grading_version", "seed")
_STARTS = frozenset("=+-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def typed_row(row: Mapping[str, Optional[str]]) -> dict[str, Any]:
    """Give a row's cells their types; an empty cell is None."""
    return {name: _typed(name, cell) for name, cell in row.items()}


def _typed(name: str, cell: Optional[str]) -> Any:
    if cell is None or cell == "":
        return None
    if name in _WHOLE:
        return int(cell)
    if name in ("score", "other_score"):
        return float(cell)
    return cell == "true" if name == "correct" else plain_text(cell)


def plain_text(cell: str) -> str:
    """Remove the apostrophe that stands before text which a spreadsheet could run."""
    bare = cell[1:]
    return bare if cell.startswith("'") and _is_formula(bare) and not _NUMBER.fullmatch(bare) else cell


def _is_formula(text: str) -> bool:
    begins = next((each for each in text if not each.isspace() and unicodedata.category(each) not in ("Cc", "Cf")), "")
    return begins in _STARTS if begins else text[:1] in ("\t", "\r", "\n") and text != ""

"""What every rule is called and takes: the table that the fleet's own rules are made from, as data."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, Mapping

#: The largest number of samples a question can have.
MAX_BUDGET = 1024
#: The budget of a method that names none.
DEFAULT_BUDGET = 16


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Mapping[str, Any]]:
    """Return all rules by name, in the order tables show them."""
    table: dict[str, dict[str, Any]] = json.loads(
        files("cges.methods").joinpath("rules.json").read_text(encoding="utf-8")
    )
    return table

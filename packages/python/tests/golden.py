"""The golden vectors of the repository, which independent programs computed."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

if importlib.util.find_spec("cges") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
# A wheel of the library alone has no command: that of this checkout stands in.
from cges import program as command  # noqa: E402

command.PLACES = (*command.PLACES, Path(__file__).resolve().parents[3])
VECTORS = Path(__file__).resolve().parents[2] / "methods" / "src" / "golden"


def document(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]

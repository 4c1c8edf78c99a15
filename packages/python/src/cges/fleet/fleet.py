"""A fleet, from Python."""

from __future__ import annotations

import os
import re
import uuid
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional

from .evaluation import Evaluation
from .http import Api


class Fleet:
    """A fleet whose API answers at ``url``, the address that ``cges up`` prints. A fleet without sign-in needs no key.

    What is left out comes from CGES_API, and CGES_API_KEY or the file of CGES_API_KEY_FILE, as on the command line.
    """

    def __init__(self, url: Optional[str] = None, key: Optional[str] = None, *, timeout: float = 60) -> None:
        address = url if url is not None else os.environ.get("CGES_API", "http://127.0.0.1:8080")
        self.api = Api(address, key if key is not None else _key(), timeout)

    def __repr__(self) -> str:
        return f"Fleet({self.api.url!r})"

    def evaluate(
        self, spec: Optional[Mapping[str, Any]] = None, *, idempotency_key: Optional[str] = None, **fields: Any
    ) -> Evaluation:
        """Submit an evaluation, its fields as in the YAML of ``cges evaluate``, and return it at once.

        ``fleet.evaluate(benchmark="mine", pool="gpu", methods=["sc", "esc:window=4"], budget=16)``. With
        ``until={"accuracy": 4}`` it ends once each accuracy is known to 4 points; also ``{"decided": "sc@16", "margin": 1}``
        and ``{"best": True}``. Its status is then ``decided``, its figures estimates for all questions. Sent again with the
        same ``idempotency_key``, it is the same evaluation.
        """
        if spec is not None and not isinstance(spec, Mapping):
            said = f"the text {spec!r}" if isinstance(spec, str) else f"a value of type {type(spec).__name__}"
            raise TypeError(f"spec is a mapping of fields, not {said}. A file of them runs with: cges evaluate {spec}")
        body = {**(spec or {}), **fields}
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        view = self.api.call("POST", "/v1/evaluations", body=body, headers=headers)
        return Evaluation(self.api, view["id"], view)

    def evaluation(self, id: str) -> Evaluation:
        """Return an evaluation by its id; raises FleetError where there is none."""
        found = Evaluation(self.api, id)
        found.refresh()
        return found

    def evaluations(self, *, most: int = 1000, **filters: Any) -> Iterator[dict[str, Any]]:
        """List evaluations, the newest first and at most ``most``, page by page as they are taken.

        ``filters`` are the list's own: ``status="done"``, ``benchmark=…``, ``pool=…``, ``q=…`` for text in the name.
        """
        cursor: Optional[str] = None
        left = most
        while left > 0:
            page = self.api.call("GET", "/v1/evaluations", {**filters, "cursor": cursor})
            yield from page["evaluations"][:left]
            left -= len(page["evaluations"])
            cursor = page["next"]
            if cursor is None:
                return

    def benchmarks(self) -> list[dict[str, Any]]:
        """List the benchmarks that can be asked."""
        listed: list[dict[str, Any]] = self.api.call("GET", "/v1/benchmarks")["benchmarks"]
        return listed

    def pools(self) -> list[dict[str, Any]]:
        """List the pools of workers, each with its model."""
        listed: list[dict[str, Any]] = self.api.call("GET", "/v1/pools")["pools"]
        return listed

    def add_benchmark(self, benchmark: Mapping[str, Any]) -> dict[str, Any]:
        """Store a benchmark: name, title, answerKind, template and its questions (see ``cges.datasets.benchmark_from``)."""
        stored: dict[str, Any] = self.api.call("POST", "/v1/benchmarks", body=benchmark)
        return stored


def _key() -> Optional[str]:
    path = os.environ.get("CGES_API_KEY_FILE")
    if not path:
        return _one_key(os.environ.get("CGES_API_KEY"), "CGES_API_KEY")
    try:
        key = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as cause:
        why = cause.strerror if isinstance(cause, OSError) else "it is not UTF-8"
        raise ValueError(f"CGES_API_KEY_FILE: {path} cannot be read: {why}") from cause
    if key == "":
        raise ValueError(f"CGES_API_KEY_FILE: {path} is empty. Save the key in it that your administrator gave you.")
    return _one_key(key, f"CGES_API_KEY_FILE: {path}")


def _one_key(key: Optional[str], place: str) -> Optional[str]:
    """A header that cannot be sent would be shown in an error with the key."""
    if key is None or re.fullmatch(r"[\x21-\x7e]*", key):
        return key
    raise ValueError(f"{place} must hold a key and nothing else; it has blanks, line breaks or special characters.")

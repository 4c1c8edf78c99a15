"""Requests to the API: bounded, without redirects, every failure told in a sentence."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from typing import Any, Iterator, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

#: Most bytes of an answer that is one document, and of one line of a stream.
MOST_BYTES = 64 * 1024 * 1024
_MOST_PROBLEM = 64 * 1024
_ADDRESS = "`cges up` starts a fleet and prints its address. Give it as Fleet(url), or set CGES_API."

class FleetError(Exception):
    """The only error of a request: the message is a sentence; ``status`` is None where no API answered.

    ``problem`` is what the API said (RFC 9457), with the invalid fields in ``problem["errors"]``;
    ``retry_after`` is in seconds, where it said when to ask again.
    """

    def __init__(
        self,
        message: str,
        status: Optional[int] = None,
        problem: Optional[Mapping[str, Any]] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = problem
        self.retry_after = retry_after

class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key must not follow a redirect to somebody else's server."""

    def redirect_request(self, *_: Any) -> None:
        return None

class Api:
    """One API with its key; used through Fleet."""

    def __init__(self, url: str, key: Optional[str], timeout: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"the address of an API is such as http://127.0.0.1:8080, not {url!r}")
        # Whoever copies an address of the API, such as that of its documents, means the API.
        self.url = re.sub(r"/v1(/.*)?$", "", url).rstrip("/")
        self._key = key
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def __repr__(self) -> str:
        return f"Api({self.url!r})"

    def call(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Send a request and return its answer, a document of JSON; None where it has none."""
        with self.open(method, path, query, body, headers) as response:
            try:
                data = response.read(MOST_BYTES + 1)
            except OSError as cause:
                raise FleetError(f"The API broke off its answer to {method} {path}.") from cause
        if len(data) > MOST_BYTES:
            raise FleetError(f"The API answered {method} {path} with more than {MOST_BYTES >> 20} MB.")
        try:
            return json.loads(data) if data else None
        except ValueError as cause:
            raise FleetError(f"What answers at {self.url} is not an API of cges-fleet: it sent no JSON. {_ADDRESS}") from cause

    def lines(
        self, path: str, query: Optional[Mapping[str, Any]] = None, headers: Optional[Mapping[str, str]] = None
    ) -> Iterator[str]:
        """Stream an answer line by line; what breaks off early is an error, never a shorter answer."""
        with self.open("GET", path, query, headers=headers) as response:
            try:
                for line in iter(lambda: response.readline(MOST_BYTES + 1), b""):
                    if len(line) > MOST_BYTES:
                        raise FleetError(f"A line of {path} has more than {MOST_BYTES >> 20} MB.")
                    yield line.decode("utf-8")
            except (OSError, ValueError) as cause:
                raise FleetError(f"The API broke off its answer to GET {path}.") from cause

    def open(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Send a request and return its response, unread, once the API has accepted."""
        given = urlencode({name: value for name, value in (query or {}).items() if value is not None}, doseq=True)
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}{'?' if given else ''}{given}", data, method=method)
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        if data is not None:
            request.add_header("content-type", "application/json")
        if self._key is not None:
            request.add_unredirected_header("authorization", f"Bearer {self._key}")
        try:
            return self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            raise _refusal(error, f"{method} {path}") from None
        except OSError as cause:
            why = getattr(cause, "reason", cause)
            raise FleetError(f"No API answers at {self.url}: {why}. {_ADDRESS}") from cause

def _refusal(error: urllib.error.HTTPError, request: str) -> FleetError:
    with error:
        try:
            problem = json.loads(error.read(_MOST_PROBLEM))
        except (OSError, ValueError):
            problem = None
    wait = error.headers.get("retry-after", "")
    retry_after = float(wait) if wait.isdigit() else None
    if not isinstance(problem, dict) or not isinstance(problem.get("detail"), str):
        said = f"The API answered {error.code} to {request} and gave no reason."
        return FleetError(said, error.code, retry_after=retry_after)
    lines = [": ".join(filter(None, (each["field"], each["problem"]))) for each in problem.get("errors", [])]
    fields = "".join(f"\n  {line}" for line in lines if line not in problem["detail"])
    return FleetError(f"{problem['detail']}{fields}", error.code, problem, retry_after)

def segment(text: str) -> str:
    """Write a value into a path."""
    return quote(text, safe="")

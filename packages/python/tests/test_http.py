"""What is said when the API refuses, breaks off, or is not one."""

import io
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import golden  # noqa: F401

import cges
from cges.fleet import http
from cges.fleet.csv_cells import plain_text
from cges.fleet.display import Display

PROBLEM = {"title": "Invalid", "status": 400, "detail": "The evaluation is invalid.", "type": "about:blank"}


class Handler(BaseHTTPRequestHandler):
    """Answers every path in one way that goes wrong."""

    def do_GET(self):
        name = self.path.split("/")[3]
        self.server.seen.append(self.headers.get("authorization"))
        if name == "redirect":
            return self.send(302, b"", location=f"http://localhost:{self.server.server_port}/v1/evaluations/stolen")
        if name == "problem":
            errors = [{"field": "budget", "problem": "must be at least 1"}]
            return self.send(400, json.dumps({**PROBLEM, "errors": errors}).encode(), **{"retry-after": "7"})
        if name == "proxy":
            return self.send(502, b"<html>")
        if name == "page":
            return self.send(200, b"<html>")
        if name == "short":
            return self.send(200, b'{"id":', **{"content-length": "100"})
        return self.send(200, b'{"id": "%s"}' % (b"x" * 100))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.posted.append(json.loads(body))
        self.send(201, b'{"id": "e1", "status": "running"}')

    def send(self, status, body, **headers):
        self.send_response(status)
        for key, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        cls.server.seen = []
        cls.server.posted = []
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.fleet = cges.Fleet(f"http://127.0.0.1:{cls.server.server_port}", key="cges_secret")

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def fails(self, name):
        with self.assertRaises(cges.FleetError) as caught:
            self.fleet.evaluation(name)
        return caught.exception

    def test_submits_when_an_evaluation_may_end(self):
        run = self.fleet.evaluate(benchmark="mine", pool="gpu", methods=["sc"], until={"accuracy": 4})
        self.assertEqual(run.id, "e1")
        self.assertEqual(self.server.posted[-1]["until"], {"accuracy": 4})

    def test_takes_the_address_of_the_apis_documents(self):
        for given in ("/v1/docs", "/v1", "/", ""):
            self.assertEqual(cges.Fleet(f"http://127.0.0.1:8080{given}", "key").api.url, "http://127.0.0.1:8080")

    def test_says_what_the_api_said(self):
        error = self.fails("problem")
        self.assertEqual(str(error), "The evaluation is invalid.\n  budget: must be at least 1")
        self.assertEqual((error.status, error.retry_after), (400, 7))

    def test_takes_no_key_elsewhere(self):
        before = len(self.server.seen)
        self.assertEqual(self.fails("redirect").status, 302)
        self.assertEqual(self.server.seen[before:], ["Bearer cges_secret"])
        self.assertNotIn("secret", repr(self.fleet) + repr(self.fleet.api))

    def test_tells_what_is_no_api(self):
        self.assertIn("502", str(self.fails("proxy")))
        self.assertIn("sent no JSON", str(self.fails("page")))
        self.assertRegex(str(self.fails("short")), "no JSON|broke off")
        with self.assertRaisesRegex(cges.FleetError, "No API answers at http://127.0.0.1:9"):
            cges.Fleet("http://127.0.0.1:9").benchmarks()
        with self.assertRaisesRegex(ValueError, "such as http://127.0.0.1:8080"):
            cges.Fleet("file:///etc/passwd")

    def test_reads_no_more_than_fits(self):
        most, http.MOST_BYTES = http.MOST_BYTES, 50
        try:
            self.assertIn("more than", str(self.fails("large")))
        finally:
            http.MOST_BYTES = most


class Reading(unittest.TestCase):
    def test_takes_apostrophes_from_formulas_alone(self):
        for cell, text in {"'=1+1": "=1+1", "'-x": "-x", "'-5": "'-5", "'quoted'": "'quoted'", "a": "a"}.items():
            self.assertEqual(plain_text(cell), text)

    def test_follows_a_list_to_its_last_page(self):
        fleet = cges.Fleet("http://127.0.0.1:9", key="cges_secret")
        pages = {None: {"evaluations": [{"id": "a"}], "next": "x"}, "x": {"evaluations": [{"id": "b"}], "next": None}}
        fleet.api.call = lambda _method, _path, query: pages[query["cursor"]]
        self.assertEqual([row["id"] for row in fleet.evaluations()], ["a", "b"])
        self.assertEqual([row["id"] for row in fleet.evaluations(most=1)], ["a"])

    def test_says_only_what_changed(self):
        out = io.StringIO()
        display = Display(out)
        view = {"name": "a", "status": "running", "simulated": True, "methods": []}
        for closed in (0, 0, 1):
            display.show({**view, "trials": {"total": 2, "closed": closed, "blocked": 0}})
        self.assertEqual(out.getvalue().count("\n"), 2)
        self.assertIn("live, not final", out.getvalue())


if __name__ == "__main__":
    unittest.main()

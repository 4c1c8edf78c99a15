"""Asks math-verify and SymPy about every pair of kind math in pairs.jsonl, and writes oracles.jsonl in the same order.

    python3 -m venv /tmp/oracles
    /tmp/oracles/bin/pip install -r packages/answers/src/pairs/oracles.txt
    /tmp/oracles/bin/python packages/answers/src/pairs/oracles.py

A minute or three. The verdicts are those of the versions in oracles.txt; with others installed it does not start.
true: one answer; false: two; null: one side cannot be read, or there is no verdict within five seconds.

math-verify is given each side as LaTeX, in $…$, as its own documentation asks. Where it reads nothing so, both sides are
given as they stand. It takes one side for the gold answer: a pair counts as one answer if it says so either way round.

SymPy reads LaTeX with its own `parse_latex` (strict), anything else with `parse_expr`. Only type setting is taken away
before, and (…) and \\{…\\} are compared member by member; i, e and π are the constants.
"""

import json
import logging
import signal
from importlib.metadata import version
from pathlib import Path

from ask_sympy import ask_sympy
from math_verify import parse, verify

HERE = Path(__file__).parent
SECONDS = 5
DELIMITED = ('$', '\\(', '\\[', '\\boxed')


class OutOfTime(BaseException):
    """Not an Exception: nothing below may take it for an error of its own."""


def out_of_time(*_):
    raise OutOfTime


def within_limit(ask, a, b):
    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return ask(a, b)
    except OutOfTime:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def ask_math_verify(a, b):
    for write in (as_latex, str):
        read = [parse(write(text), parsing_timeout=None, raise_on_error=False) for text in (a, b)]
        if all(read):
            one, other = read
            return any(verify(*sides, timeout_seconds=None) for sides in ((one, other), (other, one)))
    return None


def as_latex(text):
    return text if text.startswith(DELIMITED) and text != '$' else f'${text}$'


def check_versions():
    for line in (HERE / 'oracles.txt').read_text().split():
        name, wanted = line.split('==')
        if version(name) != wanted:
            raise SystemExit(f'{name} is {version(name)}, and oracles.txt says {wanted}: pip install -r oracles.txt')


def main():
    check_versions()
    logging.disable(logging.CRITICAL)
    rows = [json.loads(line) for line in (HERE / 'pairs.jsonl').read_text(encoding='utf-8').splitlines()]
    lines = []
    for row in (row for row in rows if row['kind'] == 'math'):
        a, b = row['a'], row['b']
        verdict = {'a': a, 'b': b, 'mathVerify': within_limit(ask_math_verify, a, b), 'sympy': within_limit(ask_sympy, a, b)}
        lines.append(json.dumps(verdict, ensure_ascii=False) + '\n')
    (HERE / 'oracles.jsonl').write_text(''.join(lines), encoding='utf-8')


main()

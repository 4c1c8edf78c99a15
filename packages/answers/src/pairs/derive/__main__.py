"""Derives pairs of answers that are right by construction, and writes them below the judged ones in pairs.jsonl.

    python3 packages/answers/src/pairs/derive

Python 3.10 or newer, nothing else. Rows without "derived" were judged by a person and are kept as they stand, in their order.
Each derived row is made of a value and a law, never of a reader of answers. The same script writes the same file.
"""

import json
from pathlib import Path

from derive_arithmetic import arithmetic
from derive_dates import dates
from derive_expressions import expressions
from derive_gatherings import gatherings
from derive_numbers import numbers
from derive_words import words
from pair_list import PairList, written

FILE = Path(__file__).parent.parent / 'pairs.jsonl'


def main():
    rows = [json.loads(line) for line in FILE.read_text(encoding='utf-8').splitlines()]
    judged = [row for row in rows if not row.get('derived')]
    pairs = PairList(judged)
    for derive in (numbers, gatherings, expressions, arithmetic, words, dates):
        derive(pairs)
    FILE.write_text(''.join(written(row) + '\n' for row in judged + pairs.rows), encoding='utf-8')
    print(f'{len(judged)} judged and {len(pairs.rows)} derived pairs in {FILE.name}')


main()

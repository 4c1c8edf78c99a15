"""Collects derived pairs: every pair once, in the order in which they were derived."""

import hashlib
import json
from random import Random


def is_held_out(row):
    """About one in three, by the pair's own text: the same pair is held out whenever it is derived."""
    text = '|'.join((row['kind'], row['a'], row['b']))
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 3 == 0


def identity(row):
    return (row['kind'], *sorted((row['a'], row['b'])))


class PairList:
    def __init__(self, taken):
        self.rows = []
        self.seen = {identity(row) for row in taken}

    def add(self, group, pair, same, kind='math'):
        """Takes a pair unless it is one text twice or there already; tells whether it did."""
        a, b = pair
        row = {'class': group, 'kind': kind, 'a': a, 'b': b, 'same': same}
        if a == b or identity(row) in self.seen:
            return False
        self.seen.add(identity(row))
        row['derived'] = True
        if is_held_out(row):
            row['heldOut'] = True
        self.rows.append(row)
        return True

    def follow(self, laws):
        """Each law is a function and how many pairs it is to give that are one answer, and that are two."""
        for derive, same, other in laws:
            rng = Random(derive.__name__)
            for count, judgement in ((same, True), (other, False)):
                self.fill(count, lambda derive=derive, rng=rng, judgement=judgement: derive(self, rng, judgement))

    def fill(self, count, derive):
        """Calls `derive`, which adds one pair and tells so, until it has added `count`."""
        added = 0
        for _ in range(count * 50):
            added += derive()
            if added == count:
                return
        raise ValueError(f'only {added} of {count} pairs')


def written(row):
    return json.dumps(row, ensure_ascii=False)

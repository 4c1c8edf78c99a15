"""Derives pairs of intervals, inequalities, unions, sets, tuples and matrices from their ends and members."""

from fractions import Fraction

from spell_numbers import number_spellings, random_fraction

LESS = {True: ('\\le ', '\\leq ', '≤', '<='), False: ('<', ' < ', '\\lt ')}
MORE = {True: ('\\ge ', '\\geq ', '≥', '>='), False: ('>', ' > ', '\\gt ')}


def gatherings(pairs):
    laws = ((interval, 24, 20), (inequality, 11, 11), (union, 11, 8), (members, 19, 16),
            (ordered, 18, 16), (matrix, 14, 12))
    pairs.follow(laws)


def some_number(rng):
    return random_fraction(rng, 9) if rng.random() < 0.4 else Fraction(rng.randint(-12, 12))


def spell(rng, value):
    return rng.choice(number_spellings(value))


def random_interval(rng):
    """(low, high, low belongs, high belongs); None is an end at infinity, which never belongs."""
    low, high = some_number(rng), some_number(rng)
    if low >= high:
        return random_interval(rng)
    shape = rng.random()
    low, high = (None, high) if shape < 0.25 else (low, None) if shape < 0.5 else (low, high)
    return low, high, low is not None and rng.random() < 0.5, high is not None and rng.random() < 0.5


def bracketed(rng, ends):
    low, high, closed_low, closed_high = ends
    left = rng.choice(('-\\infty', '-\\infty', '-∞')) if low is None else spell(rng, low)
    right = rng.choice(('\\infty', '+\\infty', '∞')) if high is None else spell(rng, high)
    inner = left + rng.choice((',', ', ')) + right
    opening, closing = '[' if closed_low else '(', ']' if closed_high else ')'
    tall = rng.random() < 0.4
    return f'\\left{opening} {inner} \\right{closing}' if tall else opening + inner + closing


def as_inequality(rng, ends):
    low, high, closed_low, closed_high = ends
    upwards = rng.random() < 0.7
    if low is None or high is None:
        end, closed, signs = (high, closed_high, LESS) if low is None else (low, closed_low, MORE)
        if upwards:
            return 'x' + rng.choice(signs[closed]) + spell(rng, end)
        return spell(rng, end) + rng.choice((MORE if signs is LESS else LESS)[closed]) + 'x'
    if upwards:
        return spell(rng, low) + rng.choice(LESS[closed_low]) + 'x' + rng.choice(LESS[closed_high]) + spell(rng, high)
    return spell(rng, high) + rng.choice(MORE[closed_high]) + 'x' + rng.choice(MORE[closed_low]) + spell(rng, low)


def interval_spelling(rng, ends):
    shape = rng.random()
    if shape < 0.45:
        return as_inequality(rng, ends)
    return rng.choice(('', '', '', 'x \\in ', 'x\\in')) + bracketed(rng, ends)


def moved(rng, ends):
    """Another interval: an end moved, opened, closed or mirrored."""
    low, high, closed_low, closed_high = ends
    if low is None or high is None:
        end, closed = (high, closed_high) if low is None else (low, closed_low)
        mirrored = (end, None, closed, False) if low is None else (None, end, False, closed)
        shifted = (None, end + 1, False, closed) if low is None else (end + 1, None, closed, False)
        opened = (None, end, False, not closed) if low is None else (end, None, not closed, False)
        return rng.choice((mirrored, shifted, opened))
    return rng.choice(((low - 1, high, closed_low, closed_high), (low, high + 1, closed_low, closed_high),
                       (low, high, not closed_low, closed_high), (low, high, closed_low, not closed_high),
                       (None, high, False, closed_high)))


def interval(pairs, rng, same):
    ends = random_interval(rng)
    other = ends if same else moved(rng, ends)
    return pairs.add('interval', (interval_spelling(rng, ends), interval_spelling(rng, other)), same)


def linear(coefficients):
    """`2x-3y`, from coefficients of x and y that are not 0."""
    text = ''
    for number, name in zip(coefficients, 'xy', strict=True):
        sign = '-' if number < 0 else '+' if text else ''
        text += sign + ('' if abs(number) == 1 else str(abs(number))) + name
    return text


def inequality(pairs, rng, same):
    """A half plane ax + by < c: scaled, and turned round where the scale is negative."""
    a, b, c = (rng.choice((-1, 1)) * rng.randint(1, 5) for _ in range(3))
    closed, scale = rng.random() < 0.5, rng.choice((1, 2, 3, -1, -2))
    less, more = rng.choice(LESS[closed]), rng.choice(MORE[closed])
    sign = less if (scale > 0) == same else more
    right = f'{linear((a * scale, b * scale))}{sign}{c * scale}'
    if rng.random() < 0.3 and same:
        right = f'{c}{more}{linear((a, b))}'
    elif rng.random() < 0.3 and not same:
        right = f'{linear((a, b))}{less}{c + 1}'
    return pairs.add('inequality', (f'{linear((a, b))}{less}{c}', right), same)


def union(pairs, rng, same):
    parts, start = [], rng.randint(-9, 0)
    for _ in range(rng.choice((2, 2, 3))):
        end = start + rng.randint(1, 4)
        parts.append((Fraction(start), Fraction(end), rng.random() < 0.5, rng.random() < 0.5))
        start = end + rng.randint(1, 3)
    if rng.random() < 0.5:
        parts[0] = (None, parts[0][1], False, parts[0][3])
    other = [*parts] if same else [*parts[:-1], moved(rng, parts[-1])]
    if rng.random() < 0.3:
        other = [*other[1:], other[0]]
    left = rng.choice(('\\cup', ' \\cup ', ' ∪ ')).join(bracketed(rng, each) for each in parts)
    if rng.random() < 0.35:
        right = rng.choice((' \\text{ or } ', ' or ')).join(as_inequality(rng, each) for each in other)
    else:
        right = ' \\cup '.join(bracketed(rng, each) for each in other)
    return pairs.add('union', (left, right), same)


def different_members(rng, count):
    values = []
    while len(values) < count:
        value = some_number(rng)
        if value not in values:
            values.append(value)
    return values


def listed(rng, values, braced):
    texts = [spell(rng, each) for each in values]
    if braced:
        return rng.choice(('\\{{{}\\}}', '\\left\\{{{}\\right\\}}', '\\{{ {} \\}}')).format(rng.choice((', ', ',')).join(texts))
    if len(texts) > 1 and rng.random() < 0.3:
        return ', '.join(texts[:-1]) + rng.choice((' and ', '\\text{ and }', ' or ')) + texts[-1]
    return rng.choice(('', 'x=', 'x = ')) + ', '.join(texts)


def members(pairs, rng, same):
    values = different_members(rng, rng.choice((2, 2, 3, 4)))
    other = rng.sample(values, len(values))
    if not same:
        change = rng.choice(('fewer', 'more', 'moved', 'negated'))
        place, new = rng.randrange(len(other)), some_number(rng)
        if change == 'fewer':
            other.pop(place)
        elif change == 'more':
            other.append(new)
        else:
            other[place] = -other[place] if change == 'negated' else other[place] + 1
    if same != (set(values) == set(other)):
        return False
    return pairs.add('set', (listed(rng, values, rng.random() < 0.6), listed(rng, other, rng.random() < 0.5)), same)


def ordered(pairs, rng, same):
    values = [some_number(rng) for _ in range(rng.choice((2, 2, 3, 4)))]
    other = [*values]
    if not same:
        place = rng.randrange(len(other))
        change = rng.choice(('turned', 'negated', 'more', 'moved'))
        if change == 'turned':
            other.reverse()
        elif change == 'more':
            other.append(some_number(rng))
        else:
            other[place] = -other[place] if change == 'negated' else other[place] + 1
    if same != (values == other):
        return False
    texts = [rng.choice((', ', ',')).join(spell(rng, each) for each in each_side) for each_side in (values, other)]
    shapes = ('({})', '\\left( {} \\right)', '\\left({}\\right)', '$({})$', '\\big({}\\big)')
    a, b = (rng.choice(shapes).format(text) for text in texts)
    if len(values) == 2 and rng.random() < 0.25:
        a = '(x,y)=' + a.replace('$', '')
    return pairs.add('tuple', (a, b), same)


def matrix(pairs, rng, same):
    rows, columns = rng.choice(((2, 2), (2, 1), (3, 1), (1, 3), (3, 3), (2, 3)))
    values = [[some_number(rng) for _ in range(columns)] for _ in range(rows)]
    other = [[*row] for row in values]
    if not same:
        if rng.random() < 0.4:
            other = [list(column) for column in zip(*other, strict=True)]
        else:
            row = other[rng.randrange(rows)]
            row[rng.randrange(columns)] += rng.choice((1, -1))
    if same != (values == other):
        return False
    texts = []
    for each in (values, other):
        cells = rng.choice((' \\\\ ', '\\\\')).join(
            rng.choice((' & ', '&')).join(spell(rng, cell) for cell in row) for row in each)
        name = rng.choice(('pmatrix', 'pmatrix', 'bmatrix'))
        texts.append(f'\\begin{{{name}}}{cells}\\end{{{name}}}')
    return pairs.add('matrix', (texts[0], texts[1]), same)

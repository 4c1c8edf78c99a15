"""Derives pairs of expressions and equations by laws that hold everywhere they are written down here."""

import re
from fractions import Fraction
from math import isqrt

from spell_numbers import decimal

NAMES = ('x', 'y', 'n', 't', 'a')
#: Exact values: what is equal in one row is equal; no two rows are.
TRIGONOMETRY = (
    ('\\frac12', ('\\sin\\frac{\\pi}{6}', '\\cos\\frac{\\pi}{3}', '\\sin 30^\\circ', '\\cos(60^\\circ)', '\\sin\\frac{5\\pi}{6}')),
    ('\\frac{\\sqrt2}{2}', ('\\sin\\frac{\\pi}{4}', '\\cos(\\pi/4)', '\\frac{1}{\\sqrt2}', '\\sin 45^\\circ')),
    ('\\frac{\\sqrt3}{2}', ('\\sin\\frac{\\pi}{3}', '\\cos\\frac{\\pi}{6}', '\\sin(60^\\circ)', '\\frac12\\sqrt3')),
    ('\\sqrt3', ('\\tan\\frac{\\pi}{3}', '\\tan 60^\\circ', '\\cot\\frac{\\pi}{6}')),
    ('1', ('\\tan\\frac{\\pi}{4}', '\\sin\\frac{\\pi}{2}', '\\cos 0', '\\sin^2(3)+\\cos^2(3)')),
    ('-1', ('\\cos\\pi', '\\cos 180^\\circ', '\\sin\\frac{3\\pi}{2}', 'e^{i\\pi}')),
    ('2', ('\\sec\\frac{\\pi}{3}', '\\csc(30^\\circ)')),
)


def expressions(pairs):
    laws = ((product, 16, 13), (two_names, 7, 6), (roots, 11, 8), (nested_root, 6, 5), (powers, 8, 6), (logarithm, 7, 5),
            (trigonometry, 10, 7), (complex_product, 8, 7), (equation, 16, 11))
    pairs.follow(laws)


def polynomial(rng, coefficients, name):
    """Writes coefficients, of the highest power first, in one of three orders of terms."""
    terms = [(number, power) for power, number in enumerate(reversed(coefficients)) if number != 0]
    order = rng.random()
    terms = terms[::-1] if order < 0.5 else terms if order < 0.75 else rng.sample(terms, len(terms))
    text = ''
    for number, power in terms:
        sign = '-' if number < 0 else '+' if text else ''
        size = '' if abs(number) == 1 and power > 0 else decimal(Fraction(abs(number)))
        text += sign + size + ('', name)[power > 0] + (f'^{power}' if power > 1 else '')
    return text or '0'


def without_ones(text):
    """`1x-1y` as `x-y`."""
    return re.sub(r'(?<!\d)1(?=[xy(])', '', text)


def multiplied(left, right):
    result = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return result


def nonzero(rng, bound=6):
    return rng.choice((-1, 1)) * rng.randint(1, bound)


def product(pairs, rng, same):
    name, factors = rng.choice(NAMES), [[rng.randint(1, 3), nonzero(rng)] for _ in range(rng.choice((2, 2, 3)))]
    expanded = factors[0]
    for factor in factors[1:]:
        expanded = multiplied(expanded, factor)
    if not same:
        expanded[rng.randrange(len(expanded))] += rng.choice((1, -1, 2))
    written = ''.join(f'({polynomial(rng, factor, name)})' for factor in factors)
    if rng.random() < 0.25:
        written, expanded = f'\\frac{{{written}}}{{2}}', [Fraction(each, 2) for each in expanded]
    return pairs.add('expr', (written, polynomial(rng, expanded, name)), same)


def two_names(pairs, rng, same):
    """(ax + by)(cx + dy) multiplied out."""
    a, b, c, d = (nonzero(rng, 5) for _ in range(4))
    middle = a * d + b * c + (0 if same else rng.choice((1, -1)))
    expanded = f'{a * c}x^2' + (f'{middle:+}xy' if middle else '') + f'{b * d:+}y^2'
    return pairs.add('expr', (without_ones(f'({a}x{b:+}y)({c}x{d:+}y)'), without_ones(expanded)), same)


def roots(pairs, rng, same):
    a, b = rng.randint(2, 9), rng.choice((2, 3, 5, 6, 7, 10, 11))
    inside = a * a * b + (0 if same else rng.choice((b, 1, -1)))
    ways = [(f'{a}\\sqrt{{{b}}}', f'\\sqrt{{{inside}}}')]
    if same:
        ways += [(f'\\frac{{{a}}}{{\\sqrt{{{b}}}}}', f'\\frac{{{a}\\sqrt{{{b}}}}}{{{b}}}'), (f'{a}\\sqrt{b}', f'{a} \\cdot {b}^{{1/2}}'),
                 (f'({a}+\\sqrt{{{b}}})({a}-\\sqrt{{{b}}})', str(a * a - b)),
                 (f'({a}+\\sqrt{{{b}}})^2', f'{a * a + b}+{2 * a}\\sqrt{{{b}}}'),
                 (f'\\sqrt[3]{{{a**3 * b}}}', f'{a}\\sqrt[3]{{{b}}}')]
        if b > 9:
            ways.pop(2)
    else:
        ways += [(f'\\frac{{{a}}}{{\\sqrt{{{b}}}}}', f'{a}\\sqrt{{{b}}}'), (f'({a}+\\sqrt{{{b}}})^2', f'{a * a + b}+{a}\\sqrt{{{b}}}'),
                 (f'\\sqrt[3]{{{a * b}}}', f'\\sqrt{{{a * b}}}'), (f'{a}+\\sqrt{{{b}}}', f'{a}-\\sqrt{{{b}}}')]
    return pairs.add('expr', rng.choice(ways), same)


def nested_root(pairs, rng, same):
    """√(a + b + 2√(ab)) is √a + √b."""
    a, b = sorted(rng.sample((1, 2, 3, 5, 6, 7, 10), 2), reverse=True)
    sign = rng.choice('+-')
    first, second = (str(isqrt(each)) if isqrt(each)**2 == each else f'\\sqrt{{{each}}}' for each in (a, b))
    shown = sign if same else '-' if sign == '+' else '+'
    return pairs.add('expr', (f'\\sqrt{{{a + b}{sign}2\\sqrt{{{a * b}}}}}', f'{first}{shown}{second}'), same)


def powers(pairs, rng, same):
    name, base, k = rng.choice(('n', 'x', 't')), rng.choice((2, 3, 5, 7)), rng.randint(2, 4)
    if same:
        ways = [(f'{base}^{{{name}+{k}}}', f'{base**k} \\cdot {base}^{{{name}}}'), (f'{base}^{{{k}{name}}}', f'{base**k}^{{{name}}}'),
                (f'e^{{{k}{name}}}', f'(e^{{{name}}})^{{{k}}}'), (f'e^{{{name}+{k}}}', f'e^{{{k}}}e^{{{name}}}'),
                (f'{base}^{{-{name}}}', f'\\frac{{1}}{{{base}^{{{name}}}}}'), (f'{base**k}^{{1/{k}}}', str(base))]
    else:
        ways = [(f'{base}^{{{name}+{k}}}', f'{base}^{{{name}}}+{base**k}'), (f'{base}^{{{k}{name}}}', f'{k} \\cdot {base}^{{{name}}}'),
                (f'e^{{{k}{name}}}', f'e^{{{name}^{k}}}'), (f'{base}^{{-{name}}}', f'-{base}^{{{name}}}'), (f'{base}^{k}', str(base * k + 1))]
    return pairs.add('expr', rng.choice(ways), same)


def logarithm(pairs, rng, same):
    a, b, k = *rng.sample((2, 3, 5, 7, 11), 2), rng.randint(2, 5)
    if same:
        ways = [(f'\\ln {a**k}', f'{k}\\ln {a}'), (f'\\log_{a} {a**k}' if a < 10 else f'\\log_{{{a}}} {a**k}', str(k)),
                (f'\\ln {a} + \\ln {b}', f'\\ln {a * b}'), (f'\\frac{{\\ln {a}}}{{\\ln {b}}}', f'\\log_{{{b}}} {a}'), (f'e^{{\\ln {a}}}', str(a))]
    else:
        ways = [(f'\\ln {a} + \\ln {b}', f'\\ln {a + b}'), (f'\\ln {a**k}', f'(\\ln {a})^{k}'), (f'\\log_{{{a}}} {b}', f'\\log_{{{b}}} {a}'),
                (f'\\ln {a}', f'\\log {a}'), (f'\\ln {a}-\\ln {b}', f'\\ln({a}-{b})' if a > b else f'\\ln {a * b}')]
    return pairs.add('expr', rng.choice(ways), same)


def trigonometry(pairs, rng, same):
    (value, spelled), (_, others) = rng.sample(TRIGONOMETRY, 2)
    a = rng.choice(spelled)
    b = rng.choice((value, value, *spelled)) if same else rng.choice(others)
    return pairs.add('expr', (a, b), same)


def complex_number(real, imaginary):
    return f'{real}{imaginary:+}i'.replace('+1i', '+i').replace('-1i', '-i')


def complex_product(pairs, rng, same):
    a, b, c, d = (nonzero(rng, 9) for _ in range(4))
    real, imaginary = a * c - b * d, a * d + b * c
    if imaginary == 0 or abs(imaginary) % 10 == 1 or abs(b) == 1 or abs(d) == 1:
        return False
    if not same:
        real, imaginary = rng.choice(((real, -imaginary), (a * c + b * d, imaginary), (imaginary, real + 1)))
        if abs(imaginary) % 10 == 1 or imaginary == 0:
            return False
    if same and rng.random() < 0.4:
        return pairs.add('expr', (complex_number(a, b), f'{b}i{a:+}'), same)
    return pairs.add('expr', (f'({complex_number(a, b)})({complex_number(c, d)})', complex_number(real, imaginary)), same)


def equation(pairs, rng, same):
    """A line ax + by = c, in other forms of the same line or of another."""
    a, b, c, scale = nonzero(rng, 5), nonzero(rng, 5), nonzero(rng, 9), rng.choice((-3, -2, -1, 2, 3))
    shift = 0 if same else rng.choice((1, -1))
    line = f'{a}x{b:+}y={c}'
    slope, start = Fraction(-a, b), Fraction(c + shift, b)
    ways = [f'{a * scale}x{b * scale:+}y={(c + shift) * scale}', f'{a}x{b:+}y{-(c + shift):+}=0' if c + shift else f'{a}x{b:+}y=0',
            f'{c + shift}={b}y{a:+}x', f'y=({slope})x+({start})', f'{b}y={c + shift}{-a:+}x']
    return pairs.add('equation', (without_ones(line), without_ones(rng.choice(ways))), same)

"""Derives pairs of things to be worked out: binomials, factorials, absolute values, floors and sums of fractions."""

from fractions import Fraction
from math import comb, factorial

from spell_numbers import fraction_spellings, number_spellings


def arithmetic(pairs):
    laws = ((counting, 12, 8), (absolute, 5, 4), (rounding, 7, 5), (sum_of_fractions, 6, 5))
    pairs.follow(laws)


def counting(pairs, rng, same):
    n = rng.randint(4, 12)
    k = rng.randint(2, n - 2)
    value = comb(n, k)
    ways = [(f'\\binom{{{n}}}{{{k}}}', value), (f'\\dbinom{{{n}}}{{{k}}}', value), (f'{{{n} \\choose {k}}}', value), (f'C({n},{k})', value),
            (f'\\frac{{{n}!}}{{{k}!{n - k}!}}', value), (f'{n}!', factorial(n)), (f'\\frac{{{n}!}}{{{k}!}}', factorial(n) // factorial(k))]
    if n < 10:
        ways.append((f'\\binom{n}{k}', value))
    text, exact = rng.choice(ways)
    if not same:
        return pairs.add('expr', (text, str(rng.choice((exact + 1, exact * n, exact - n, n * k + exact)))), same)
    return pairs.add('expr', (text, rng.choice((str(exact), f'\\binom{{{n}}}{{{n - k}}}') if exact == value else (str(exact),))), same)


def absolute(pairs, rng, same):
    a, b = rng.randint(2, 20), rng.randint(21, 40)
    ways = [(f'|-{a}|', a), (f'\\left|-{a}\\right|', a), (f'|{a}-{b}|', b - a), (f'\\lvert {a}-{b} \\rvert', b - a), ('|3+4i|', 5),
            (f'\\left\\lvert -\\frac{{{a}}}{{3}} \\right\\rvert', Fraction(a, 3))]
    text, value = rng.choice(ways)
    return pairs.add('expr', (text, str(value) if same else str(rng.choice((-value, value + 1)))), same)


def rounding(pairs, rng, same):
    value = Fraction(rng.randint(-60, 60), rng.choice((2, 3, 4, 5, 7)))
    if value.denominator == 1:
        return False
    down = rng.random() < 0.6
    inner, floor = rng.choice(number_spellings(value)), value.numerator // value.denominator
    exact = floor if down else floor + 1
    shapes = ('\\lfloor {} \\rfloor', '\\left\\lfloor {} \\right\\rfloor') if down else ('\\lceil {} \\rceil', '\\left\\lceil {} \\right\\rceil')
    b = str(exact) if same else rng.choice((str(2 * floor + 1 - exact), rng.choice(fraction_spellings(value))))
    return pairs.add('expr', (rng.choice(shapes).format(inner), b), same)


def sum_of_fractions(pairs, rng, same):
    a, b = Fraction(rng.randint(1, 9), rng.randint(2, 9)), Fraction(rng.randint(1, 9), rng.randint(2, 9))
    if 1 in (a.denominator, b.denominator):
        return False
    total = a + b if same else Fraction(a.numerator + b.numerator, a.denominator + b.denominator)
    texts = [f'\\frac{{{each.numerator}}}{{{each.denominator}}}' for each in (a, b)]
    return pairs.add('expr', (' + '.join(texts), str(total)), same)

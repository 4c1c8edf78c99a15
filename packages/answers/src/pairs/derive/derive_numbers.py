"""Derives pairs of numbers: one value spelled twice is one answer, two values are two."""

from fractions import Fraction

from spell_numbers import (PERCENTS, decimal, decimal_spellings, fraction_spellings, grouped_spellings, is_terminating,
                           mixed_spellings, number_spellings, random_fraction, repeating, scientific_spellings)

UNITS = ('cm', 'kg', 'km/h', 'm/s', 'cm^2', 'm^3', '°C', 'mL', 'km', 'mm', 'g', 'seconds', 'hours', 'minutes', 'feet',
         'square feet', 'cubic inches', 'miles per hour', 'liters', 'apples', 'ducks', 'people', 'students', 'ways', 'eggs',
         'cookies', 'pages', 'dollars per day', 'years old', 'marbles', 'points', 'tickets', 'newtons', 'days', 'bottles')
SYMBOLS = ('n', 'x', 'y', 'k', 'a', 't', 'p')


def numbers(pairs):
    laws = ((fraction, 18, 13), (mixed, 29, 18), (mixed_tuple, 8, 6), (decimals, 16, 13),
            (thousands, 14, 10), (percent, 11, 7), (currency, 12, 8), (units, 34, 18),
            (degree, 10, 6), (scientific, 16, 13))
    pairs.follow(laws)
    for symbol in SYMBOLS:
        pairs.add('units', (f'7{symbol}', '7'), False)


def another(rng, value):
    """A value near enough to be mistaken for the one given."""
    near = [-value, value + 1, value * 10, value / 10, Fraction(value.denominator, value.numerator), value + Fraction(1, 100)]
    return rng.choice([each for each in near if each != value])


def fraction(pairs, rng, same):
    value = random_fraction(rng)
    period = repeating(value)
    spelled = fraction_spellings(value, rng.randint(2, 7)) + ([period] if period else [])
    b = rng.choice(spelled if same else fraction_spellings(another(rng, value)))
    return pairs.add('fraction', (rng.choice(spelled), b), same)


def random_mixed(rng):
    while True:
        value = random_fraction(rng, 9) + rng.randint(1, 12)
        if value.denominator > 1 and value > 1:
            return value * rng.choice((1, -1, -1))


def misread(rng, value):
    """What a mixed number becomes when its parts are multiplied, run together, or given different signs."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign, part = (-1 if value < 0 else 1), Fraction(rest, value.denominator)
    return rng.choice([sign * whole * part, sign * part, Fraction(-sign * whole) + sign * part, -value,
                       Fraction(sign * int(f'{whole}{rest}'), value.denominator)])


def mixed(pairs, rng, same):
    value = random_mixed(rng)
    other = value if same else misread(rng, value)
    if same != (other == value):
        return False
    name = rng.choice(('', '', '', 'x=', 'x = '))
    improper = number_spellings(other)
    b = rng.choice(improper + mixed_spellings(other) if same else improper)
    return pairs.add('mixed', (name + rng.choice(mixed_spellings(value)), b), same)


def mixed_tuple(pairs, rng, same):
    value, partner = random_mixed(rng), rng.randint(-9, 9)
    other = value if same else misread(rng, value)
    if same != (other == value):
        return False
    texts = [rng.choice(mixed_spellings(value)), rng.choice(number_spellings(other))]
    if rng.random() < 0.5:
        return pairs.add('mixed', (f'({texts[0]}, {partner})', f'({texts[1]},{partner})'), same)
    return pairs.add('mixed', (f'\\left({partner}, {texts[0]}\\right)', f'({partner}, {texts[1]})'), same)


def decimals(pairs, rng, same):
    value = Fraction(rng.randint(-4000, 4000), rng.choice((10, 100, 1000, 8, 16)))
    if value == 0 or not is_terminating(value):
        return False
    other = value if same else another(rng, value)
    spelled = decimal_spellings(other) if is_terminating(other) else fraction_spellings(other)
    b = rng.choice(spelled + (number_spellings(other) if same else []))
    return pairs.add('decimal', (rng.choice(decimal_spellings(value)), b), same)


def thousands(pairs, rng, same):
    number = rng.choice((rng.randint(1000, 99_999), rng.randint(100_000, 99_999_999)))
    other = number if same else rng.choice((number * 10, number // 1000, number + 1000, number // 10, number - 1))
    return pairs.add('thousands', (rng.choice(grouped_spellings(number)), rng.choice([str(other), f'{other:,}'])), same)


def percent(pairs, rng, same):
    value = Fraction(rng.randint(2, 400), rng.choice((1, 1, 2, 4)))
    other = value if same else rng.choice((value + 1, value * 10, -value))
    b = decimal(other) + rng.choice(('',) + PERCENTS)
    if same and other.denominator > 1:
        b = rng.choice(fraction_spellings(other)) + rng.choice(('', '\\%'))
    return pairs.add('percent', (decimal(value) + rng.choice(PERCENTS), b), same)


def money(value):
    text = f'{int(value):,}' + ('' if value.denominator == 1 else f'{float(value - int(value)):.2f}'[1:])
    return [f'${text}', f'\\${text}', f'€{text}', f'£{text}', f'{text} dollars', f'{text}\\text{{ dollars}}', f'{text} euros',
            f'\\text{{\\$}}{text}', f'\\$ {text}', f'{text} USD']


def currency(pairs, rng, same):
    value = Fraction(rng.randint(50, 900_000), rng.choice((1, 10, 20)))
    other = value if same else rng.choice((value + 1, value * 10, value + Fraction(1, 20)))
    a, b = rng.choice(money(value)), rng.choice(money(other) if not same and rng.random() < 0.5 else [decimal(other)])
    return pairs.add('currency', (a, b), same)


def with_unit(rng, text, unit):
    if unit == 'g':
        return f'{text}\\text{{ g}}'
    spelled = [f'{text} {unit}', f'{text}\\text{{ {unit}}}', f'{text}\\,\\text{{{unit}}}', f'{text} \\text{{ {unit}}}']
    if '^' in unit:
        base, power = unit.split('^')
        spelled = [f'{text}\\text{{ {base}}}^{power}', f'{text}\\,\\mathrm{{{base}}}^{power}', f'{text}\\ \\text{{{unit}}}']
    elif ' ' not in unit and unit.isascii():
        spelled.append(f'{text}\\ \\mathrm{{{unit}}}')
    return rng.choice(spelled)


def units(pairs, rng, same):
    value = rng.choice((Fraction(rng.randint(2, 400)), Fraction(rng.randint(1, 999), 10), Fraction(rng.randint(1, 9), 4)))
    text, unit = rng.choice((decimal(value), str(value))), rng.choice(UNITS)
    if '/' in text and rng.random() < 0.7:
        text = f'\\frac{{{value.numerator}}}{{{value.denominator}}}'
    if same:
        b = rng.choice((decimal(value), with_unit(rng, decimal(value), unit)))
    else:
        other = rng.choice((value + 1, value * 10, -value))
        b = rng.choice((decimal(other), with_unit(rng, decimal(other), unit)))
    return pairs.add('units', (with_unit(rng, text, unit), b), same)


def degree(pairs, rng, same):
    value = Fraction(rng.randint(1, 719), rng.choice((1, 1, 2)))
    other = value if same else rng.choice((value + 1, 360 - value, value * 10, value / 2))
    if same != (other == value):
        return False
    signs = ('^\\circ', '^{\\circ}', '°', ' degrees', '\\text{ degrees}', '\\degree', ' deg')
    return pairs.add('degree', (decimal(value) + rng.choice(signs), decimal(other) + rng.choice(signs + ('', ''))), same)


def scientific(pairs, rng, same):
    digits, exponent = rng.choice((str(rng.randint(2, 9)), f'{rng.randint(1, 9)}.{rng.randint(1, 99)}')), rng.randint(-6, 9)
    value = Fraction(digits) * Fraction(10) ** exponent
    sign = rng.choice(('', '', '-'))
    value = -value if sign else value
    other = value if same else rng.choice((value * 10, value / 10, -value, Fraction(digits) / Fraction(10) ** exponent))
    if same != (other == value) or exponent == 0:
        return False
    spelled = scientific_spellings(digits, exponent)
    b = rng.choice([sign + each for each in spelled] + [decimal(other)] * 4) if same else decimal(other)
    return pairs.add('scientific', (sign + rng.choice(spelled), b), same)

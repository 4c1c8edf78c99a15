"""Writes one rational number in many ways. Every function gives spellings of exactly the value it is given."""

from fractions import Fraction

PERCENTS = ('%', '\\%', ' %', '\\,\\%', ' percent', '\\text{ percent}', '\\text{ per cent}', '\\ \\text{percent}')


def signed(value, bodies):
    return [('-' if value < 0 else '') + body for body in bodies]


def fraction_spellings(value, scale=3):
    p, q = abs(value.numerator), value.denominator
    bodies = [f'{p}/{q}', f'\\frac{{{p}}}{{{q}}}', f'\\dfrac{{{p}}}{{{q}}}', f'\\tfrac{{{p}}}{{{q}}}',
              f'\\frac{{{p * scale}}}{{{q * scale}}}', f'{p * scale}/{q * scale}', f'{{{p} \\over {q}}}', f'{p} / {q}']
    if p < 10 and q < 10:
        bodies += [f'\\frac{p}{q}', f'\\frac {p} {q}', f'\\frac{{{p}}}{q}', f'\\frac{p}{{{q}}}']
    spelled = signed(value, bodies)
    if value < 0:
        spelled += [f'\\frac{{-{p}}}{{{q}}}', f'\\frac{{{p}}}{{-{q}}}', f'−\\frac{{{p}}}{{{q}}}', f'-({p}/{q})']
    return spelled


def mixed_spellings(value):
    p, q = abs(value.numerator), value.denominator
    whole, rest = divmod(p, q)
    if whole == 0 or rest == 0:
        raise ValueError(f'{value} has no mixed spelling')
    bodies = [f'{whole}\\frac{{{rest}}}{{{q}}}', f'{whole} \\frac{{{rest}}}{{{q}}}', f'{whole} {rest}/{q}',
              f'{whole}\\dfrac{{{rest}}}{{{q}}}', f'{whole}\\,\\tfrac{{{rest}}}{{{q}}}', f'{whole}\\ \\frac{{{rest}}}{{{q}}}']
    if q < 10:
        bodies += [f'{whole}\\frac{rest}{q}', f'{whole} \\frac{rest}{q}', f'{whole} \\dfrac{rest}{q}']
    return signed(value, bodies)


def is_terminating(value):
    q = value.denominator
    for prime in (2, 5):
        while q % prime == 0:
            q //= prime
    return q == 1


def decimal(value):
    """The shortest decimal: `-0.25`, `3`."""
    if not is_terminating(value):
        raise ValueError(f'{value} has no end as a decimal')
    places = 0
    while (value * 10**places).denominator > 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, '0')
    point = f'{digits[:-places]}.{digits[-places:]}' if places else digits
    return ('-' if value < 0 else '') + point


def decimal_spellings(value):
    short = decimal(value)
    dotted = short if '.' in short else f'{short}.'
    spelled = [short, dotted + '0', dotted + '000', short.replace('-', '−')]
    if value >= 0:
        spelled.append('+' + short)
    if abs(value) < 1 and value != 0:
        spelled.append(short.replace('0.', '.', 1))
    return spelled


def repeating(value):
    """A fraction as a decimal with its period under a bar, or None where the period is longer than six digits."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    digits, seen = '', {}
    while rest and rest not in seen:
        seen[rest] = len(digits)
        digit, rest = divmod(rest * 10, value.denominator)
        digits += str(digit)
    if rest == 0 or len(digits) - seen[rest] > 6:
        return None
    start = seen[rest]
    return f"{'-' if value < 0 else ''}{whole}.{digits[:start]}\\overline{{{digits[start:]}}}"


def grouped_spellings(number):
    text = f'{number:,}'
    return [text, text.replace(',', '{,}'), text.replace(',', '\\,'), text.replace(',', ' '), text.replace(',', ',\\!'),
            text.replace(',', '\\!,\\!'), text + '.00']


def scientific_spellings(digits, exponent):
    """Spellings of digits × 10^exponent, `digits` a decimal written as text."""
    return [f'{digits}e{exponent}', f'{digits}E{exponent}', f'{digits} \\times 10^{{{exponent}}}',
            f'{digits}\\cdot 10^{{{exponent}}}', f'{digits}*10^{{{exponent}}}', f'{digits} × 10^{{{exponent}}}',
            f'{digits}\\times10^{{{exponent}}}', f'{digits} \\cdot 10^{{{exponent}}}']


def number_spellings(value):
    """Plain spellings of a value: fractions, and a decimal where it ends."""
    if value.denominator == 1:
        return [str(value), f'{value}.0']
    spelled = fraction_spellings(value)
    return spelled + ([decimal(value)] if is_terminating(value) else [])


def random_fraction(rng, bound=12):
    """A fraction that is no integer, either sign."""
    while True:
        value = Fraction(rng.randint(-bound, bound), rng.randint(2, bound))
        if value.denominator > 1:
            return value

"""Derives pairs of dates in kind date: one day spelled twice, and days that are easily taken for each other."""

from datetime import date, timedelta
from random import Random

MONTHS = ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December')
DAYS = ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')


def ordinal(number):
    if number in (11, 12, 13):
        return f'{number}th'
    return f"{number}{('th', 'st', 'nd', 'rd')[number % 10] if number % 10 < 4 else 'th'}"


def date_spellings(day):
    d, m, y = day.day, day.month, day.year
    month, weekday = MONTHS[m - 1], DAYS[day.weekday()]
    plain = [f'{m:02}/{d:02}/{y}', f'{m}/{d}/{y}', f'{m:02}-{d:02}-{y}', f'{m:02}.{d:02}.{y}', f'{y}-{m:02}-{d:02}', f'{y}/{m:02}/{d:02}',
             f'{month} {d}, {y}', f'{month} {ordinal(d)}, {y}', f'{d} {month} {y}', f'{ordinal(d)} of {month} {y}', f'{ordinal(d)} {month}, {y}',
             f'{month[:3]} {d}, {y}', f'{month[:3]}. {d}, {y}' if m != 5 else f'{month} {d} {y}', f'{d:02}-{month[:3]}-{y}',
             f'{weekday}, {month} {d}, {y}', f'{weekday[:3]}, {month[:3]} {d}, {y}', f'{weekday}, {d} {month} {y}', f'{weekday} {m:02}/{d:02}/{y}',
             f'{y}-{m:02}-{d:02}T00:00:00', f'{y}-{m:02}-{d:02}T00:00:00Z', f'{y}-{m:02}-{d:02} 00:00:00', f'{y}{m:02}{d:02}',
             f'{m:02}/{d:02}/{y} (MM/DD/YYYY)']
    if 2000 <= y < 2040:
        plain += [f'{m}/{d}/{y % 100:02}', f'{m:02}/{d:02}/{y % 100:02}']
    return plain


def wrapped(rng, text):
    shapes = ('{}', '{}', '{}', '{}', '"{}"', "'{}'", '{}.', '**{}**', '\\text{{{}}}', '“{}”', '${}$')
    return rng.choice(shapes).format(text)


def random_day(rng):
    return date(rng.choice((1900, 1980, 2000, 2000, 2000)), 1, 1) + timedelta(days=rng.randint(0, 365 * 39))


def mistaken(rng, day):
    days = [day + timedelta(days=1), day - timedelta(days=1), day + timedelta(days=7), day.replace(day=min(day.day, 28), year=day.year + 1)]
    if day.day <= 12 and day.day != day.month:
        days += [date(day.year, day.day, day.month)] * 3
    if day.day <= 28:
        days.append(day.replace(month=day.month % 12 + 1))
    return rng.choice(days)


def dates(pairs):
    rng = Random('dates')

    def same_day():
        day = random_day(rng)
        a, b = rng.choice(date_spellings(day)), rng.choice(date_spellings(day)[:2] + [day.isoformat()])
        return pairs.add('date', (wrapped(rng, a), b), True, 'date')

    def other_day():
        day = random_day(rng)
        a, b = rng.choice(date_spellings(day)), rng.choice(date_spellings(mistaken(rng, day)))
        return pairs.add('date', (wrapped(rng, a), b), False, 'date')

    pairs.fill(44, same_day)
    pairs.fill(30, other_day)

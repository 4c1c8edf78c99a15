"""Derives pairs of words, ratios, times, hyphenated digits, signs and bases in kind math, choices and texts."""

ONES = ('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen '
        'eighteen nineteen').split()
TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split()
NOUNS = ('apples', 'ducks', 'people', 'ways', 'miles', 'hours', 'students', 'pages')
LETTERS = 'ABCDEFGHIJ'
PHRASES = ('yajo', 'Paris', 'the Eiffel Tower', 'New York', 'Marie Curie', 'blue', 'not possible', 'Jupiter', 'carbon dioxide',
           'Lake Victoria', 'a prime number', 'the third one', 'No', 'San Marino', 'photosynthesis', 'Ada Lovelace')


def words(pairs):
    laws = ((number_words, 18, 11), (ratio, 7, 7), (time, 6, 7), (hyphenated, 8, 24), (sign, 11, 10),
            (base, 7, 7), (choice, 22, 14), (text_kind, 14, 11), (word_answer, 10, 7))
    pairs.follow(laws)


def in_words(number):
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (f'-{ONES[number % 10]}' if number % 10 else '')
    if number < 1000:
        rest = f' {in_words(number % 100)}' if number % 100 else ''
        return f'{ONES[number // 100]} hundred{rest}'
    rest = f' {in_words(number % 1000)}' if number % 1000 else ''
    return f'{in_words(number // 1000)} thousand{rest}'


def number_words(pairs, rng, same):
    number = rng.choice((rng.randint(0, 20), rng.randint(21, 99), rng.randint(100, 999), rng.randint(1, 9) * 1000))
    other = number if same else rng.choice((number + 1, number * 10 + 1, number + 10))
    text = in_words(number)
    a = rng.choice((text, text.capitalize(), f'\\text{{{text}}}', f'{text}.', f'{text} {rng.choice(NOUNS)}', text.replace('-', ' ')))
    return pairs.add('words', (a, str(other)), same)


def ratio(pairs, rng, same):
    parts = [rng.randint(1, 30) for _ in range(rng.choice((2, 2, 3)))]
    other = [*parts]
    if not same:
        if rng.random() < 0.5:
            other.reverse()
        else:
            other[rng.randrange(len(other))] += 1
    if same != (parts == other):
        return False
    shapes = ('{}:{}', '{} : {}', '{}\\!:\\!{}', '{}\\text{{ to }}{}', '{} to {}') if len(parts) == 2 else ('{}:{}:{}', '{} : {} : {}')
    return pairs.add('ratio', (rng.choice(shapes).format(*parts), rng.choice(shapes[:2]).format(*other)), same)


def time(pairs, rng, same):
    hour, minute, half = rng.randint(1, 12), rng.randint(1, 59), rng.choice(('am', 'pm'))
    text = f'{hour}:{minute:02}'
    spelled = [f'{text} {half}', f'{text}{half}', f'{text} {half.upper()}', f'{text} {half[0]}.m.', f'{text}\\text{{ {half}}}',
               f'{text} \\text{{ {half[0]}.m.}}']
    if same:
        return pairs.add('time', (rng.choice(spelled), rng.choice(spelled)), same)
    later, swapped = f'{hour}:{(minute + 1) % 60:02}', 'am' if half == 'pm' else 'pm'
    b = rng.choice((f'{later} {half}', f'{text} {swapped}', f'{text} {swapped.upper()}', f'{hour}.{minute:02}', f'{hour % 12 + 1}:{minute:02} {half}'))
    return pairs.add('time', (rng.choice(spelled), b), same)


def hyphenated(pairs, rng, same):
    a, b, c = rng.randint(1, 99), rng.randint(1, 99), rng.randint(1000, 2999)
    dashed = rng.choice((f'{a}-{b}', f'{a}-{b}', f'{c}-{a % 12 + 1:02}-{b % 28 + 1:02}', f'{rng.randint(200, 999)}-{c}'))
    if same:
        if rng.random() < 0.4:
            return pairs.add('hyphenated', (f'{a} - {b}', str(a - b)), same)
        return pairs.add('hyphenated', (dashed, rng.choice((f'\\text{{{dashed}}}', f'${dashed}$', f'{dashed}.'))), same)
    numbers = [int(each) for each in dashed.split('-')]
    less = numbers[0] - sum(numbers[1:])
    parts = dashed.split('-')
    turned = '-'.join((parts[0], parts[2], parts[1]) if len(parts) == 3 else (parts[1], parts[0]))
    beside = f'{numbers[0] + 1}-' + '-'.join([str(numbers[1] + 1), *parts[2:]])
    return pairs.add('hyphenated', (dashed, rng.choice((str(less), turned, beside, parts[0]))), same)


def sign(pairs, rng, same):
    text = rng.choice((str(rng.randint(1, 99)), f'{rng.randint(1, 9)}.{rng.randint(1, 9)}', f'\\frac{{{rng.randint(1, 9)}}}{{7}}',
                       f'\\sqrt{{{rng.choice((2, 3, 5))}}}', f'{rng.randint(2, 9)}\\pi', f'{rng.randint(2, 9)}x'))
    if same:
        ways = ((f'-{text}', f'−{text}'), (f'-{text}', f'- {text}'), (f'+{text}', text), (f'-(-{text})', text), (f'(-{text})', f'-{text}'),
                (f'-{text}', f'-({text})'), (f'–{text}', f'-{text}'))
    else:
        ways = ((text, f'-{text}'), (f'−{text}', text), (f'-({text})', f'({text})'), (f'\\pm {text}', text), (f'-(-{text})', f'-{text}'))
    return pairs.add('sign', rng.choice(ways), same)


def base(pairs, rng, same):
    number, of = rng.randint(10, 300), rng.choice((2, 3, 5, 8, 9))
    digits, left = '', number
    while left:
        left, digit = divmod(left, of)
        digits = str(digit) + digits
    if same:
        spelled = (f'{digits}_{of}', f'{digits}_{{{of}}}', f'({digits})_{of}', f'({digits})_{{{of}}}', f'{digits} base {of}', f'{digits}_{{\\text{{{of}}}}}')
        return pairs.add('base', tuple(rng.sample(spelled, 2)), same)
    b = rng.choice((digits, f'{digits}_{of + 1}', f'{digits[::-1]}_{of}', f'{digits}0_{of}'))
    if b == f'{digits}_{of}':
        return False
    return pairs.add('base', (f'{digits}_{{{of}}}', b), same)


def choice_spellings(letter):
    return (f'({letter})', f'{letter}.', f'{letter})', f'\\text{{{letter}}}', f'\\textbf{{({letter})}}', f'**{letter}**', f'**({letter})**',
            f'Option {letter}', f'option ({letter})', f'Choice {letter}', f'answer: {letter}', f'Answer: ({letter})',
            f'The answer is {letter}', f'The answer is ({letter}).', f'The correct answer is {letter}.', f'{letter}: 42', f'{letter}. Paris',
            f'({letter}) 12 cm', f'\\boxed{{{letter}}}', f'${letter}$', letter.lower(), f'({letter.lower()})', f'"{letter}"')


def choice(pairs, rng, same):
    letter = rng.choice(LETTERS)
    if same:
        return pairs.add('choice', (rng.choice(choice_spellings(letter)), letter), same, 'choice')
    other = rng.choice(LETTERS.replace(letter, ''))
    b = rng.choice((other, other, f'{other}.', f'({other})'))
    many = (f'{letter} and {other}', f'{letter}, {other}', f'{letter}{other}', f'{letter} or {other}')
    a = rng.choice(choice_spellings(letter) + many)
    return pairs.add('choice', (a, b), same, 'choice')


def text_kind(pairs, rng, same):
    phrase = rng.choice(PHRASES)
    spelled = (phrase.lower(), phrase.upper(), f'"{phrase}"', f"'{phrase}'", f'“{phrase}”', f'{phrase}.', f'\\text{{{phrase}}}',
               phrase.replace(' ', '  '), f'{phrase}!', f' {phrase} ', f'\\textbf{{{phrase}}}', f'**{phrase}**')
    if same:
        return pairs.add('textkind', (rng.choice(spelled), phrase), same, 'text')
    other = rng.choice([each for each in PHRASES if each != phrase] + [f'{phrase} 2', f'not {phrase}', f'{phrase}s', phrase[:-1]])
    return pairs.add('textkind', (rng.choice(spelled), other), same, 'text')


def word_answer(pairs, rng, same):
    word, other = rng.sample(('even', 'odd', 'yes', 'no', 'true', 'false', 'Tuesday', 'ellipse', 'parabola', 'isosceles', 'Maria', 'Ben',
                              'north', 'undefined', 'neither', 'increasing'), 2)
    spelled = (f'\\text{{{word}}}', f'\\textbf{{{word}}}', f'\\mathrm{{{word}}}', f'{word}.', word.upper(), word.capitalize(),
               f'\\text{{ {word}}}', f'\\mbox{{{word}}}', f'"{word}"')
    return pairs.add('text', (rng.choice(spelled), word if same else other), same)

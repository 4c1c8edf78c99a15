/** Letters in the order in which choices are lettered, of each writing; `·` holds a place that another order fills. */
const ORDERS: readonly string[] = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'АБВГДЕЖЗИК',
  'ΑΒΓΔΕ',
  'אבגדהוזחטי',
  'أبجدهوزحطي',
  'ا·پت',
  'कखगघङ',
  'अबसद',
  'কখগঘঙ',
  'অবসদ',
  '··ডঢ',
  'ਕਖਗਘ',
  'કખગઘ',
  'அஆஇஈ',
  'అఆఇఈ',
  'ಅಆಇಈ',
  'അആഇഈ',
  'กขคงจฉ',
  'აბგდე',
  'ԱԲԳԴԵ',
  '가나다라마바사아',
  'ㄱㄴㄷㄹㅁㅂㅅㅇ',
  'アイウエオカキク',
  '甲乙丙丁戊己庚辛',
]
const PLACEHOLDER = '·'
/** Letters that are written as a word, or with several characters; and Cyrillic ones that stand for a Latin one. */
const SPELLED = placesIn('الف=0 هـ=4 إ=0 آ=0 ए=0 बी=1 सी=2 डी=3 এ=0 বি=1 সি=2 ডি=3 С=2')
/** The first of each run of full-width or enclosed letters, all of them capitals or all small. */
const LETTER_RUNS = ['Ａ', 'ａ', 'Ⓐ', 'ⓐ', '⒜', '🄐', '🄰', '🅐', '🅰']
const LETTERS_OF_A_RUN = 26
const NUMBER_RUNS: Readonly<Record<string, number>> = { '①': 20, '⑴': 20, '❶': 10, '➀': 10, '➊': 10, '⓵': 10 }
/** Cyrillic letters that look as a Latin one of another place. */
const DOUBLES: Readonly<Record<string, number>> = { В: 1, Е: 4 }

const LETTERS = new Map<string, number>([
  ...ORDERS.flatMap((order) => [...order].map((letter, place) => [letter, place] as const)).filter(
    ([letter]) => letter !== PLACEHOLDER,
  ),
  ...SPELLED,
  ...LETTER_RUNS.flatMap((first) => runOf(first, LETTERS_OF_A_RUN)),
])
const NUMBERS = new Map<string, number>(Object.entries(NUMBER_RUNS).flatMap(([first, length]) => runOf(first, length)))

/** The characters that may stand for a choice, but for plain digits and small letters. */
export const OPTION_LETTERS: readonly string[] = [...LETTERS.keys()]
export const OPTION_NUMBERS: readonly string[] = [...NUMBERS.keys()]

function placesIn(list: string): (readonly [string, number])[] {
  return list.split(' ').map((each) => {
    const [letter = '', place] = each.split('=')
    return [letter, Number(place)] as const
  })
}

function runOf(first: string, length: number): (readonly [string, number])[] {
  const start = first.codePointAt(0) ?? 0
  return Array.from({ length }, (_, place) => [String.fromCodePoint(start + place), place] as const)
}

/**
 * Returns the place, from 0, of the choice that a letter stands for in its own alphabet, `B`, `б` or `나` the second;
 * null if it stands for none. Where `asLatin`, a Cyrillic letter that looks as a Latin one stands for that.
 */
export function letterPlace(letter: string, asLatin = false): number | null {
  const capital = letter.toUpperCase()
  if (asLatin && DOUBLES[capital] !== undefined) return DOUBLES[capital]
  return LETTERS.get(letter) ?? LETTERS.get(capital) ?? null
}

/** Returns the place, from 0, of an enclosed number, `②` the second; null if it is none. */
export function numberPlace(character: string): number | null {
  return NUMBERS.get(character) ?? null
}

/** The letter under which a choice is voted on and graded, by its place from 0. */
export function capitalOf(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place)
}

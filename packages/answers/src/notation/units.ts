const UNITS = new Set(
  [
    'mm cm m km nm in inch inches ft feet foot yd yard yards mi mile miles meter meters metre metres',
    'centimeter centimeters millimeter millimeters kilometer kilometers centimetre centimetres kilometre kilometres',
    'mg g kg gram grams kilogram kilograms lb lbs oz pound pounds ounce ounces ton tons tonne tonnes',
    'l liter liters litre litres ml milliliter milliliters gallon gallons quart quarts pint pints cup cups',
    's sec second seconds ms min mins minute minutes h hr hrs hour hours day days week weeks month months year years',
    'deg degree degrees celsius fahrenheit kelvin radian radians rad cent cents dollar dollars euro euros unit units',
    'percent percentage points mph kmh kph usd eur gbp j joule joules kj w watt watts kw kwh v volt volts a amp amps',
    'n newton newtons pa kpa hz khz mhz ghz ohm ohms mol moles c f k acre acres hectare hectares',
  ].flatMap((line) => line.split(' ')),
)
const JOINING = new Set(['square', 'cubic', 'sq', 'cu', 'per', 'a', 'an', 'of', 'each'])
/** Words after a number that are no counted noun. */
const NO_NOUNS = new Set(
  [
    'pi tau phi inf infinity infty remainder rem or and to mod modulo times plus minus less more over than point half halves',
    'third thirds quarter quarters fourth fourths fifth fifths sixth sixths hundred thousand million billion trillion dozen score squared cubed factorial base',
    'am pm noon midnight if when where is are be not no with without except unless for all any some either neither both',
    'sin cos tan cot sec csc log ln lg exp sqrt arcsin arccos arctan min max gcd lcm det mod choose between through until',
    'solution solutions root roots',
  ].flatMap((line) => line.split(' ')),
)
const NOUN = /^[a-z]{3,}(?:[-'’][a-z]+)?$/u
const MOST_WORDS = 5

/** Whether a text set in type beside mathematics is a unit, such as `cm`, `square feet`, `miles per hour` or `m/s`. */
export function isUnitPhrase(text: string): boolean {
  const words = wordsOf(text)
  return words.some((word) => UNITS.has(word)) && words.every((word) => UNITS.has(word) || JOINING.has(word))
}

/** Whether a text after a number names what is counted: `apples`, `pieces of cake`, `dollars per day`. */
export function isNounPhrase(text: string): boolean {
  if (/\d/u.test(text)) return false
  const words = wordsOf(text)
  const known = words.every((word) => !NO_NOUNS.has(word) && (NOUN.test(word) || UNITS.has(word) || JOINING.has(word)))
  return known && words.length <= MOST_WORDS && words.some((word) => NOUN.test(word))
}

/** Whether one letter run of plain text is a unit. A single letter is not: `5m` may be a product. */
export function isUnitWord(word: string): boolean {
  return word.length > 1 && UNITS.has(word.toLowerCase())
}

/** Whether a word stands before or between units, as in `square feet` and `miles per hour`. */
export function joinsUnits(word: string): boolean {
  return word.length > 1 && JOINING.has(word.toLowerCase())
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/(?:\\[,;! ]|[\s/.·*,()])+|\^?\{?-?\d+\}?|[²³]/u)
    .filter((word) => word !== '')
}

const LONGEST = 300
const LONGEST_UNIT = 60
const END = '[\\s.,;$]{0,8}$'
const POWER = String.raw`(?:\s{0,2}\^\s{0,2}\{?\s{0,2}-?[1-9]\s{0,2}\}?|[²³])?`
const SET_AS_TEXT = new RegExp(
  String.raw`\\(?:text(?:rm|bf|it|normal)?|mbox|hbox|mathrm|operatorname)\s{0,4}\{((?:[^{}]|\{[^{}]{0,8}\}){1,60})\}${POWER}${END}`,
  'u',
)
const PLAIN = new RegExp(
  String.raw`(?<=[\d)}\]%$½¼¾⅓⅔π])(\s{0,4})([a-zA-Z][a-zA-Z\s/·.^²³*'’()-]{0,58}[1-9]?)${END}`,
  'u',
)
const TEMPERATURE =
  /(?:°|\^\s{0,2}\{?\s{0,2}\\circ\s{0,2}\}?|\\degree|º)\s{0,2}(?:\\(?:text|mathrm|rm)\s{0,2}\{\s{0,2})?\\?,?\s{0,2}[CFK]\s{0,2}\}?[\s.$]{0,8}$/u
/** Numbers, fractions and signs of currency: what can be counted. */
const COUNT = /^(?:[a-zA-Z]\w{0,2}\s?=)?(?:[-+−–\d.,\s/$€£{}!~]|\\[dt]?frac|\\over(?![a-z])|\\[$!,; ]|\\[()[\]])+$/u
/** Anything that computes, without words. */
const QUANTITY = /^(?:\\[a-zA-Z]+|[^a-zA-Z\\]|\\[^a-zA-Z])+$/u

/**
 * Drops the unit or the counted noun after a quantity, at the very end: `15\mbox{ cm}^2`, `15 km/h`, `7 apples` and `18
 * dollars per day` are 15, 15, 7 and 18. Keeps everything if the words say more, as in `5 remainder 2`, or follow
 * several quantities, as in `5 ft 3 in`.
 */
export function dropUnit(text: string): string {
  if (text.length > LONGEST) return text
  const degrees = TEMPERATURE.exec(text)
  if (degrees !== null && /\d/u.test(text.slice(0, degrees.index))) return text.slice(0, degrees.index)
  const tail = Math.max(0, text.length - LONGEST_UNIT - 40)
  const set = SET_AS_TEXT.exec(text.slice(tail))
  if (set !== null) return without(text, tail + set.index, set[1] ?? '')
  const plain = PLAIN.exec(text.slice(tail))
  const [, space = '', unit = ''] = plain ?? []
  if (plain === null || (space === '' && !/^[a-zA-Z]{2}/u.test(unit))) return text
  // `5m` and `12xyz` may be products, while `5 m` and `5 km` are lengths, `3 e` is no length and `10 a.m.` is a time.
  if (/^[^mgshlJNWVKL]$/u.test(unit.trim()) || /^[ap]\.\s?m/iu.test(unit)) return text
  if (space === '' && (unit.trim().length === 1 || !isUnitPhrase(unit))) return text
  return without(text, tail + plain.index, unit)
}

function without(text: string, from: number, unit: string): string {
  const quantity = text.slice(0, from)
  if (!/\d/u.test(quantity) || /\\(?:text|mbox)/u.test(quantity)) return text
  const isUnit = isUnitPhrase(unit)
  if (isUnit && QUANTITY.test(quantity)) return quantity
  return COUNT.test(quantity) && (isUnit || isNounPhrase(unit)) ? quantity : text
}

const LONGEST_QUALIFIED = 80
const SET = String.raw`(?:\\(?:text|textrm|mbox|mathrm)\s?\{|\}|,|\\[,; ]|\s|[()])`
const WORDS = String.raw`(?:(?:for|where|with|and)\s{1,2})?(?:(?:any|all|some|every|each|an?|arbitrary|real)\s{1,2}){0,3}`
const NAME = String.raw`([A-Za-z](?:_\{?\d\}?)?)`
/** `for any constant c`, and `where c is a constant`. */
const FOR_ANY = new RegExp(`${SET}{1,6}${WORDS}constants?${SET}{1,6}${NAME}${SET}{0,4}[.$]{0,2}$`, 'u')
const WHERE_IS = new RegExp(
  `${SET}{1,6}(?:for|where|with|and)${SET}{1,6}${NAME}${SET}{1,6}(?:is|being|=)${SET}{1,4}${WORDS}constants?${SET}{0,4}[.$]{0,2}$`,
  'u',
)

/**
 * Drops a remark at an answer's end that a letter in it is a constant, `cx \\text{ for any constant } c` is `cx`. Any other
 * condition stays, as it changes the answer.
 */
export function dropQualifier(text: string): string {
  const tail = Math.max(0, text.length - LONGEST_QUALIFIED)
  for (const pattern of [FOR_ANY, WHERE_IS]) {
    const match = pattern.exec(text.slice(tail))
    if (match === null) continue
    const quantity = text.slice(0, tail + match.index)
    if (quantity.trim() !== '' && quantity.includes(match[1] ?? '')) return quantity
  }
  return text
}

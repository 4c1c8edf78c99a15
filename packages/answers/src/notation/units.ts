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

const UNITS = new Set(
  [
    'mm cm m km in inch inches ft feet foot yd yard yards mi mile miles meter meters metre metres',
    'centimeter centimeters millimeter millimeters kilometer kilometers mg g kg gram grams kilogram kilograms',
    'lb lbs oz pound pounds ounce ounces ton tons liter liters litre litres ml gallon gallons quart quarts',
    's sec second seconds min minute minutes h hr hrs hour hours day days week weeks month months year years',
    'deg degree degrees radian radians rad cent cents dollar dollars euro euros unit units percent mph kmh',
    'usd joule joules watt watts volt volts newton newtons hz ohm ohms',
  ].flatMap((line) => line.split(' ')),
)
const JOINING = new Set(['square', 'cubic', 'sq', 'cu', 'per', 'a', 'an'])

/** Whether a text set in type beside mathematics is a unit, such as `cm`, `square feet`, `miles per hour` or `m/s`. */
export function isUnitPhrase(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s/.·^*]+|\^?\d+/u)
    .filter((word) => word !== '')
  return words.some((word) => UNITS.has(word)) && words.every((word) => UNITS.has(word) || JOINING.has(word))
}

/** Whether one letter run of plain text is a unit. A single letter is not: `5m` may be a product. */
export function isUnitWord(word: string): boolean {
  return word.length > 1 && UNITS.has(word.toLowerCase())
}

/** Whether a word stands before or between units, as in `square feet` and `miles per hour`. */
export function joinsUnits(word: string): boolean {
  return word.length > 1 && JOINING.has(word.toLowerCase())
}

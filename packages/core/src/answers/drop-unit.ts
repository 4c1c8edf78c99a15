const UNIT_AT_END =
  /\\(?:text(?:rm)?|mbox|mathrm)\s{0,4}\{\s{0,4}([a-zA-Z]{1,12})\s{0,4}\}(?:\^\{?[23]\}?)?[\s.$]{0,8}$/u
const QUANTITY = /^(?:\\[a-zA-Z]+|[^a-zA-Z\\]|\\[^a-zA-Z])+$/u
const LONGEST_UNIT = 60
const LONGEST_QUANTITY = 200

const UNITS = new Set(
  [
    'mm cm m km in inch inches ft feet foot yd yard yards mi mile miles meter meters centimeter centimeters',
    'kilometer kilometers mg g kg gram grams kilogram kilograms lb lbs oz pound pounds ounce ounces',
    's sec second seconds min minute minutes h hr hour hours day days week weeks month months year years',
    'degree degrees cent cents dollar dollars unit units percent mph',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Drops a unit set as text after a quantity, at the very end: `15\mbox{ cm}^2` is 15. Only units of a closed list go,
 * and only where everything before them is free of words, so that `3\text{ or }5` and `5\text{ ft }3\text{ in}` stay.
 */
export function dropUnit(text: string): string {
  if (text.length > LONGEST_QUANTITY) return text
  const match = UNIT_AT_END.exec(text.slice(-LONGEST_UNIT))
  const unit = match?.[1]?.toLowerCase()
  if (match === null || unit === undefined || !UNITS.has(unit)) return text
  const quantity = text.slice(0, Math.max(0, text.length - LONGEST_UNIT) + match.index)
  return /\d/u.test(quantity) && QUANTITY.test(quantity) && !quantity.includes('\\text') ? quantity : text
}

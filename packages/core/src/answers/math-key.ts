import { braceFractions } from './brace-fractions.js'
import { cleanText } from './clean-text.js'
import { dropUnit } from './drop-unit.js'
import { numberKey } from './number-key.js'
import { stripMath } from './strip-math.js'
import { unwrapText } from './unwrap-text.js'

/**
 * Gives a mathematical answer's comparison key. Numbers equal in value have one key: 1,000 and 1000, 5.0 and 5, .5,
 * 1/2, 2/4 and `\frac12`. Other expressions are compared as written, less type setting, white space, currency and
 * percent signs, degree signs, a unit set as text and a final full stop. A comma followed by white space separates a
 * list, so `100, 200` is not 100,200. Linear in the text's length.
 */
export function mathKey(raw: string): string {
  const text = cleanText(raw)
  const stripped = braceFractions(stripMath(unwrapText(dropUnit(text))))
  const plain = stripped.endsWith('.') ? stripped.slice(0, -1) : stripped
  const isList = /,\s/u.test(text)
  return (isList && plain.includes(',') ? null : numberKey(plain)) ?? plain
}

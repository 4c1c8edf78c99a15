import { isNounPhrase, isUnitPhrase } from './notation/units.js'

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

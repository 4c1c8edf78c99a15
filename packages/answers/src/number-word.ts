import { isNounPhrase } from './notation/units.js'

const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen',
]
  .join(' ')
  .split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['thousand', 'million', 'billion', 'trillion']
const PARTS: Readonly<Record<string, number>> = {
  half: 2,
  halves: 2,
  third: 3,
  thirds: 3,
  quarter: 4,
  quarters: 4,
  fourth: 4,
  fourths: 4,
  fifth: 5,
  fifths: 5,
  sixth: 6,
  sixths: 6,
  eighth: 8,
  eighths: 8,
  tenth: 10,
  tenths: 10,
}
const LONGEST = 120

/**
 * Parses a number written in English words, such as `three`, `twenty-five`, `two thousand and one` or `two thirds`,
 * with or without what it counts, `seven apples`; or in digits with a word for their size, `3 million`. Null for
 * anything else.
 */
export function numberWord(text: string): string | null {
  if (text.length > LONGEST) return null
  const sized = /^(-?\d+(?:\.\d+)?) (hundred|thousand|million|billion|trillion)$/iu.exec(text)
  if (sized !== null) return `${sized[1]}*10^{${zerosOf(sized[2]?.toLowerCase() ?? '')}}`
  const signed = /^(?:(minus|negative) )?([a-z][a-z\s-]*)$/iu.exec(text)
  const words = signed?.[2]?.toLowerCase().split(/[\s-]+/u) ?? []
  const sign = signed?.[1] === undefined ? '' : '-'
  const numerals = words.findIndex((word) => word !== 'and' && !isNumeral(word))
  const counted = numerals < 0 ? words : words.slice(0, numerals)
  const value = wholeOf(counted.filter((word, at) => word !== 'and' || at === 0 || at === counted.length - 1))
  if (value === null) return null
  const rest = words.slice(counted.length).join(' ')
  const part = PARTS[rest]
  if (part !== undefined) return `${sign}${value}/${part}`
  return rest === '' || isNounPhrase(rest) ? `${sign}${value}` : null
}

function isNumeral(word: string): boolean {
  return [...SMALL, ...TENS, ...SCALES, 'hundred'].includes(word)
}

function zerosOf(size: string): number {
  return size === 'hundred' ? 2 : 3 * (SCALES.indexOf(size) + 1)
}

function wholeOf(words: readonly string[]): number | null {
  let total = 0
  let group: number | null = null
  let lastScale = Number.POSITIVE_INFINITY
  for (const word of words) {
    const scale = SCALES.indexOf(word)
    if (scale < 0) group = grown(group, word)
    if (group === null || (scale >= 0 && scale >= lastScale)) return null
    if (scale < 0) continue
    total += group * 1000 ** (scale + 1)
    ;[group, lastScale] = [0, scale]
  }
  return group === null ? null : total + group
}

/** A number below a thousand with one more word. */
function grown(group: number | null, word: string): number | null {
  const ones = SMALL.indexOf(word)
  const tens = TENS.indexOf(word)
  const last = (group ?? 0) % 100
  if (word === 'hundred') return group !== null && group > 0 && group < 10 ? group * 100 : null
  if (tens >= 0) return last === 0 ? (group ?? 0) + 10 * (tens + 2) : null
  if (ones < 0) return null
  if (group === null) return ones
  const fits = last === 0 ? ones > 0 : last % 10 === 0 && last >= 20 && ones > 0 && ones < 10
  return fits ? group + ones : null
}

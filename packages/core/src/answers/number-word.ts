const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen',
]
  .join(' ')
  .split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['thousand', 'million', 'billion', 'trillion']
const LONGEST = 120

/**
 * Reads a whole number written in English words, such as `three`, `twenty-five` or `two thousand and one`, or in digits
 * with a word for their size, `3 million`; null for anything else.
 */
export function numberWord(text: string): string | null {
  if (text.length > LONGEST) return null
  const sized = /^(-?\d+(?:\.\d+)?) (hundred|thousand|million|billion|trillion)$/iu.exec(text)
  if (sized !== null) return `${sized[1]}*10^{${zerosOf(sized[2]?.toLowerCase() ?? '')}}`
  const signed = /^(?:(minus|negative) )?([a-z][a-z\s-]*)$/iu.exec(text)
  const words = signed?.[2]?.toLowerCase().split(/[\s-]+/u) ?? []
  const value = wholeOf(words.filter((word, at) => word !== 'and' || at === 0 || at === words.length - 1))
  return value === null ? null : `${signed?.[1] === undefined ? '' : '-'}${value}`
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
  const [ones, tens] = [SMALL.indexOf(word), TENS.indexOf(word)]
  const last = (group ?? 0) % 100
  if (word === 'hundred') return group !== null && group > 0 && group < 10 ? group * 100 : null
  if (tens >= 0) return last === 0 ? (group ?? 0) + 10 * (tens + 2) : null
  if (ones < 0) return null
  if (group === null) return ones
  const fits = last === 0 ? ones > 0 : last % 10 === 0 && last >= 20 && ones > 0 && ones < 10
  return fits ? group + ones : null
}

/** A grade of a log's own: how right, from 0 to 1. */
export interface LogGrade {
  /** Null if there is none, or it is not understood. */
  readonly grade: number | null
  /** A grade as it is written, if it is not understood. */
  readonly unreadGrade?: unknown
}

/** Right, partly right and wrong as Inspect writes them (N: no answer), and as words. */
const WORDS: Readonly<Record<string, number>> = {
  c: 1,
  p: 0.5,
  i: 0,
  n: 0,
  true: 1,
  false: 0,
  correct: 1,
  incorrect: 0,
  partial: 0.5,
  right: 1,
  wrong: 0,
  yes: 1,
  no: 0,
  pass: 1,
  fail: 0,
}

/**
 * Parses a grade as other programs write it: a number from 0 to 1, true or false, a letter of Inspect's or a word; of a
 * list the mean. Anything else, such as 7 of 10, is not understood rather than taken for none.
 */
export function parseGrade(value: unknown): LogGrade {
  if (value === null || value === undefined || value === '') return { grade: null }
  const grade = Array.isArray(value) ? meanOf(value) : gradeNumber(value)
  return grade === null ? { grade: null, unreadGrade: value } : { grade }
}

function meanOf(values: readonly unknown[]): number | null {
  const grades = values.map(gradeNumber)
  const known = grades.filter((each) => each !== null)
  if (known.length === 0 || known.length < grades.length) return null
  return known.reduce((sum, each) => sum + each, 0) / known.length
}

function gradeNumber(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return value >= 0 && value <= 1 ? value : null
  if (typeof value !== 'string') return null
  const word = value.trim().toLowerCase()
  return WORDS[word] ?? (/^(?:\d+(?:\.\d+)?|\.\d+)$/u.test(word) ? gradeNumber(Number(word)) : null)
}

/** Maps numbers of a file to confidences; `written` is its notation. */
export interface ValueMap {
  readonly written: string
  readonly map: (value: number) => number
}

/** Takes numbers as they are; they must be in [0, 1]. */
export const IDENTITY: ValueMap = { written: 'identity', map: (value) => value }

/**
 * Parses `logistic:center,scale`, which maps x to 1 / (1 + e^(−(x − center) / scale)), or `identity`. Throws a
 * `RangeError` that describes the notation.
 */
export function parseValueMap(text: string): ValueMap {
  if (text === 'identity') return IDENTITY
  const match = /^logistic:([^,]+),([^,]+)$/u.exec(text)
  const center = Number(match?.[1] ?? Number.NaN)
  const scale = Number(match?.[2] ?? Number.NaN)
  if (!Number.isFinite(center) || !Number.isFinite(scale) || scale === 0) {
    throw new RangeError('write it as logistic:center,scale with two numbers, such as logistic:0,1, or identity')
  }
  return { written: text, map: (value) => 1 / (1 + Math.exp(-(value - center) / scale)) }
}

/** Says, for an import's notes, that a number of the log stands in for a signal; nothing if it was taken as it is. */
export function valueMapNotes(what: 'confidence' | 'reward', { written }: ValueMap): string[] {
  if (written === IDENTITY.written) return []
  return [`the log’s ${what} stands in for a signal it lacks, mapped by ${written}`]
}

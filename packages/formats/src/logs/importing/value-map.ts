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

/** Numbers of a log outside [0, 1]: their name, and the first of them. */
export interface Outside {
  readonly name: 'confidence' | 'reward'
  readonly value: number
}

export function outsideText({ name, value }: Outside): string {
  return `${name} ${value} is not in [0, 1]`
}

const QUARTILE = Math.log(3)

/** Names the option under which half of some numbers become 0.25 to 0.75. */
export function valueMapFor(name: Outside['name'], values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const scale = (at(0.75) - at(0.25)) / (2 * QUARTILE)
  return `--${name}-map logistic:${Number(at(0.5).toPrecision(2))},${scale > 0 ? Number(scale.toPrecision(2)) : 1}`
}

/** Says that numbers of a log are outside [0, 1], and what maps them into it. */
export function outsideReason(outside: Outside, remedy: string): string {
  return `${outsideText(outside)}: add ${remedy}, under which half of them become 0.25 to 0.75`
}

/** Values that a map is suggested by; later ones are not looked at. */
const MOST_VALUES = 100_000

/** Looks at a log’s numbers as they are read, for such that are no confidences. */
export class OutsideCensus {
  readonly #values: number[] = []
  #first: number | null = null

  constructor(private readonly name: Outside['name']) {}

  add(value: number): void {
    if (this.#values.length < MOST_VALUES) this.#values.push(value)
    if (!(value >= 0 && value <= 1)) this.#first ??= value
  }

  /** Why methods that read these numbers are left out; nothing if they need not be. */
  warnings(): string[] {
    if (this.#first === null) return []
    const { name } = this
    const method = name === 'reward' ? 'cges:confidence=rm' : 'cges'
    return [
      `${method} is not run: ${outsideReason({ name, value: this.#first }, valueMapFor(name, this.#values))}. cges replay suggests one that is fitted to the grades, if the log has enough`,
    ]
  }
}

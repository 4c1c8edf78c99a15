/** The parameter of a rule that trades calls for accuracy. */
export type Swept<Name extends string = string> = {
  readonly parameter: Name
  /** Its name for people, such as γ. */
  readonly symbol: string
  /** The scale on which its values are compared: shares by their log-odds, counts and costs by their logarithm. */
  readonly scale: 'share' | 'count' | 'cost'
  /** Its eight usual values, each with dashes of its own; the first is the most common. */
  readonly usual: readonly number[]
  /** The values of a curve, ascending; counts only up to the budget. */
  readonly grid: readonly number[]
  /** The values that a promise is tested at, from strict to loose: each stops no later than those before. */
  readonly certifies?: readonly number[]
}

const COUNTS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
const THRESHOLDS = [0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999]

/** A threshold on a probability. */
export const SWEPT_THRESHOLD = {
  parameter: 'threshold',
  symbol: 'threshold',
  scale: 'share',
  usual: [0.95, 0.9, 0.99, 0.8, 0.85, 0.97, 0.995, 0.999],
  grid: THRESHOLDS,
  certifies: [0.999, 0.995, 0.99, 0.98, 0.97, 0.96, 0.95, 0.94, 0.92, 0.9, 0.88, 0.85, 0.8, 0.75, 0.7],
} as const satisfies Swept

/** A number of samples, such as ESC's window. */
export function sweptCount<Name extends string>(parameter: Name, usual: readonly number[]): Swept<Name> {
  return { parameter, symbol: parameter, scale: 'count', usual, grid: COUNTS }
}

/**
 * What one repetition of a bench found: the measured value, the one beside it from the same run, and what explains
 * them.
 */
export interface Repetition {
  readonly value: number
  readonly beside: number
  readonly also: Readonly<Record<string, number>>
}

/** Measures one thing beside another, so that the ratio depends less on the machine. */
export interface Bench {
  /** The unit of `value` and `beside`. */
  readonly unit: string
  /** What `value` and `beside` are, for readers of the output. */
  readonly value: string
  readonly beside: string
  run(): Promise<Repetition>
}

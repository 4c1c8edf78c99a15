/** What one repetition of a bench found: what is measured, what it is held against in the same run, and what explains them. */
export interface Repetition {
  readonly value: number
  readonly beside: number
  readonly also: Readonly<Record<string, number>>
}

/** Something to measure beside something else, so that the ratio tells more than the machine does. */
export interface Bench {
  /** Of `value` and `beside`. */
  readonly unit: string
  /** What `value` and `beside` are, for the reader of the output. */
  readonly value: string
  readonly beside: string
  run(): Promise<Repetition>
}

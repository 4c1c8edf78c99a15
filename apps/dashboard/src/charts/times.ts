/** One row of values over time, a value a step; null if it is not known. */
export interface TimeSeries {
  readonly key: string
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** An event at a time, in words. */
export interface TimeMark {
  readonly at: string
  readonly text: string
}

/** Values over time to draw: steps of equal length, each by when it began. */
export interface Times {
  readonly at: readonly string[]
  readonly stepSeconds: number
  /** The time zone it is read in; UTC unless given. */
  readonly zone?: string
  readonly series: readonly TimeSeries[]
  readonly marks?: readonly TimeMark[]
  readonly yLabel: string
  /** How a value is read out. */
  readonly format: (value: number) => string
  /** Formats it on the axis, if that differs. */
  readonly tickFormat?: (value: number) => string
}

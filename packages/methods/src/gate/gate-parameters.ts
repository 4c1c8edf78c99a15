/** Parameters of `reasc` are written with so many steps from 0 to 1. */
const STEPS = 1e6

/** The parameters of `reasc`; all strictly between 0 and 1. */
export interface GateParameters {
  readonly gate: number
  /** The mean and the standard deviation of all first answers' confidences. */
  readonly mean: number
  readonly spread: number
}

/**
 * Puts a gate as a method is written, beside the mean and the spread of the first answers it was learned from: with six
 * digits, the gate rounded down so that it still takes what it took.
 */
export function gateParameters(gate: number, confidences: readonly number[]): GateParameters {
  const sorted = confidences.toSorted((a, b) => a - b)
  const mean = meanOf(sorted)
  const spread = Math.sqrt(meanOf(sorted.map((each) => (each - mean) ** 2)))
  return {
    gate: within(Math.floor(gate * STEPS) / STEPS),
    mean: within(Math.round(mean * STEPS) / STEPS),
    spread: within(Math.round(spread * STEPS) / STEPS),
  }
}

function within(value: number): number {
  return Math.min(1 - 1 / STEPS, Math.max(1 / STEPS, value))
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

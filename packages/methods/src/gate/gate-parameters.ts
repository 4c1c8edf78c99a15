/** Parameters of `reasc` are written with so many steps from 0 to 1. */
const STEPS = 1e6

/** The parameters of `reasc`; all strictly between 0 and 1. */
export interface GateParameters {
  readonly gate: number
  /** The mean and the standard deviation of the sure, or the right, answers' confidences. */
  readonly mean: number
  readonly spread: number
}

/** Puts what was learned as a method is written: with six digits, the gate rounded down so that it still takes what it took. */
export function gateParameters({ gate, mean, spread }: GateParameters): GateParameters {
  return {
    gate: within(Math.floor(gate * STEPS) / STEPS),
    mean: within(Math.round(mean * STEPS) / STEPS),
    spread: within(Math.round(spread * STEPS) / STEPS),
  }
}

function within(value: number): number {
  return Math.min(1 - 1 / STEPS, Math.max(1 / STEPS, value))
}

import type { LiveEstimate, MethodReport } from './schemas/evaluation-view.js'

/** A figure of a running evaluation in words that no final one has. */
export interface LiveWords {
  /** Its value so far, to be read after `so far`. */
  readonly value: string
  /** Where it will end: `will end between 3.1 and 15.4`. */
  readonly limits: string
  /** The same where there is little room: `ends 3.1 to 15.4`. */
  readonly ends: string
}

type Calls = Pick<LiveEstimate, 'calls' | 'callsLow' | 'callsHigh'>

/** Words a running mean of calls a question, the same on every page and in a terminal. */
export function liveCallsWords({ calls, callsLow, callsHigh }: Calls): LiveWords {
  return { value: calls.toFixed(2), ...endsBetween(callsLow.toFixed(1), callsHigh.toFixed(1)) }
}

/** Words a running difference to the baseline, in points, the same on every page and in a terminal. */
export function liveDifferenceWords({ value, low, high }: NonNullable<LiveEstimate['difference']>): LiveWords {
  return { value: signedPoints(value), ...endsBetween(signedPoints(low), signedPoints(high)) }
}

/** Formats the share of its budget that a method saves, by the same calls that are shown beside it. */
export function savedShown({ live, savedAgainstSc, spec }: MethodReport): number | null {
  return live === null ? savedAgainstSc : 1 - live.calls / spec.budget
}

function endsBetween(low: string, high: string): Pick<LiveWords, 'limits' | 'ends'> {
  return { limits: `will end between ${low} and ${high}`, ends: `ends ${low} to ${high}` }
}

/** Writes a difference of shares in points, with its sign; what is written as zero has none. */
export function signedPoints(share: number): string {
  const written = Math.abs(100 * share).toFixed(1)
  return Number(written) === 0 ? written : `${share < 0 ? '−' : '+'}${written}`
}

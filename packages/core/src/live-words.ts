import type { LiveEstimate, MethodReport } from './schemas/evaluation-view.js'

/** A figure that is an estimate, in words that no final one has. */
export interface LiveWords {
  /** To be read beside the value: `so far`, or `decided` of an evaluation that its `until` ended. */
  readonly tag: 'so far' | 'decided'
  readonly value: string
  /** `will end between 3.1 and 15.4`; of a decided one `between 3.1 and 15.4 for all questions`. */
  readonly limits: string
  /** The same where there is little room: `ends 3.1 to 15.4`; of a decided one `3.1 to 15.4`. */
  readonly ends: string
  /** Tag, value and limits in one phrase: `so far 11.39, will end between 3.1 and 15.4`. */
  readonly phrase: string
}

type Calls = Pick<LiveEstimate, 'calls' | 'callsLow' | 'callsHigh' | 'decided'>

/** Words an estimated mean of calls a question, the same on every page and in a terminal. */
export function liveCallsWords({ calls, callsLow, callsHigh, decided }: Calls): LiveWords {
  return liveWords(decided, calls.toFixed(2), { low: callsLow.toFixed(1), high: callsHigh.toFixed(1) })
}

type Difference = NonNullable<LiveEstimate['difference']>

/** Words an estimated difference to the baseline, in points, the same on every page and in a terminal. */
export function liveDifferenceWords({ value, low, high }: Difference, decided: boolean): LiveWords {
  return liveWords(decided, signedPoints(value), { low: signedPoints(low), high: signedPoints(high) })
}

/** Formats the share of its budget that a method saves, by the same calls that are shown beside it. */
export function savedShown({ live, savedAgainstSc, spec }: MethodReport): number | null {
  return live === null ? savedAgainstSc : 1 - live.calls / spec.budget
}

/** The word beside an estimate that has no room for its limits. */
export function liveTag({ decided }: Pick<LiveEstimate, 'decided'>): LiveWords['tag'] {
  return decided ? 'decided' : 'so far'
}

/** Words an estimate by its value and limits as they are written: of a running evaluation, or of a decided one. */
export function liveWords(
  decided: boolean,
  value: string,
  { low, high }: { readonly low: string; readonly high: string },
): LiveWords {
  const between = `between ${low} and ${high}`
  if (decided) {
    const limits = `${between} for all questions`
    return { tag: 'decided', value, limits, ends: `${low} to ${high}`, phrase: `${value}, ${limits}` }
  }
  const limits = `will end ${between}`
  return { tag: 'so far', value, limits, ends: `ends ${low} to ${high}`, phrase: `so far ${value}, ${limits}` }
}

/** Writes a difference of shares in points, with its sign; what is written as zero has none. */
export function signedPoints(share: number): string {
  const written = Math.abs(100 * share).toFixed(1)
  return Number(written) === 0 ? written : `${share < 0 ? '−' : '+'}${written}`
}

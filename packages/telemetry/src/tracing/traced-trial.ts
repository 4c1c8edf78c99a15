/**
 * About this many of an evaluation's trials are traced: enough to see how it runs, in a trace that a viewer can open.
 */
const TRACED_TRIALS = 32

/** An evaluation that may be traced. */
export interface Traceable {
  /** The span that submitted it; null if it is not traced. */
  readonly traceparent: string | null
  readonly trialsTotal: number
}

/**
 * Returns the traceparent for the samples of a trial, null for a trial that is not traced. A trial is traced with all
 * its samples or not at all, and every process decides the same: the random end of its id decides. The same share of
 * ranking calls is traced, by their own ids.
 */
export function traceOfTrial({ traceparent, trialsTotal }: Traceable, trialId: string): string | null {
  const place = Number.parseInt(trialId.slice(-8), 16) / 2 ** 32
  return place * trialsTotal < TRACED_TRIALS ? traceparent : null
}

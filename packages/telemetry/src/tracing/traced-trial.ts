/** About so many of an evaluation's trials are traced: enough to see how it runs, and a trace that a viewer can open. */
const TRACED_TRIALS = 32

/** An evaluation that may be traced. */
export interface Traceable {
  /** The span that submitted it; null where it is not traced. */
  readonly traceparent: string | null
  readonly trialsTotal: number
}

/**
 * Gives the traceparent that the samples of a trial carry, null for a trial that is not traced. A trial is traced with
 * all its samples or not at all, and with the same answer in every process: the random end of its id decides. Of the
 * calls that rank questions the same share is traced, by their own ids.
 */
export function traceOfTrial({ traceparent, trialsTotal }: Traceable, trialId: string): string | null {
  const place = Number.parseInt(trialId.slice(-8), 16) / 2 ** 32
  return place * trialsTotal < TRACED_TRIALS ? traceparent : null
}

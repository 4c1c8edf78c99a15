import { type ReadingFigures, shareOf } from './reading-figures.js'

/** Our grades must agree with the log's own on this share of the samples that have both. */
export const LEAST_AGREEMENT = 0.95
/**
 * Our grades must find this share of the samples the log calls right: if few are right, two grades agree all too
 * easily.
 */
export const LEAST_FOUND = 0.5
/** The largest share of responses without an answer. */
export const MOST_UNREAD = 0.2

export interface FaultLimits {
  /** Whether to trust the log's own grades instead of comparing with them. */
  readonly believesLog?: boolean
  /** Whether the answers are known to match an evaluation's. */
  readonly isVerified?: boolean
}

/** Returns why a log, as it was interpreted, must not be tabulated; null if there is no objection. */
export function readingFault(figures: ReadingFigures, { believesLog, isVerified }: FaultLimits = {}): string | null {
  const { samples, unread, graded, agreed, gradedRight, logRight } = figures
  if (isVerified === true) return null
  const agreement = shareOf(agreed, graded)
  if (agreement !== null && agreement < LEAST_AGREEMENT && believesLog !== true) {
    return `our grade is the log’s own on ${percent(agreement)} of ${graded} samples, and ${percent(LEAST_AGREEMENT)} are asked for`
  }
  if (gradedRight < LEAST_FOUND * logRight && believesLog !== true) {
    return `our grade calls ${gradedRight} of ${graded} samples right where the log’s own calls ${Math.round(logRight)} right`
  }
  const share = shareOf(unread, samples)
  if (share !== null && share > MOST_UNREAD) {
    return `nothing was read in ${percent(share)} of ${samples} responses, and at most ${percent(MOST_UNREAD)} are let pass`
  }
  return null
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

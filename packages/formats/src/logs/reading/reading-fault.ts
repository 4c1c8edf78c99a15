import { type ReadingFigures, shareOf } from './reading-figures.js'

/** Our grades must be the log's own on this share of the samples that have both. */
export const LEAST_AGREEMENT = 0.95
/** Of the samples that the log calls right ours must find this share: where few are right, two grades agree all too easily. */
export const LEAST_FOUND = 0.5
/** Of the responses there may be this share in which nothing was read. */
export const MOST_UNREAD = 0.2

export interface FaultLimits {
  /** Whether the log's own grades are to be believed, and not compared with. */
  readonly believesLog?: boolean
  /** Whether what was read is known to be what an evaluation read. */
  readonly isVerified?: boolean
}

/** Says why no table should be made of a log as it was read; null where nothing speaks against it. */
export function readingFault(figures: ReadingFigures, { believesLog, isVerified }: FaultLimits = {}): string | null {
  const { samples, unread, graded, agreed, gradedRight, logRight } = figures
  if (isVerified === true) return null
  const agreement = shareOf(agreed, graded)
  if (agreement !== null && agreement < LEAST_AGREEMENT && believesLog !== true) {
    return `our grade is the log’s own on ${percent(agreement)} of ${graded} samples, and ${percent(LEAST_AGREEMENT)} are asked for`
  }
  if (gradedRight < LEAST_FOUND * logRight && believesLog !== true) {
    return `our grade calls ${gradedRight} of ${graded} samples right where the log’s own calls ${logRight} right`
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

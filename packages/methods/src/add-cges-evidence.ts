import { clampConfidence } from './confidence/clamp-confidence.js'
import { logit } from './logit.js'

/** Recalibration: log-odds l become a + b · l, kept within those of a clamped confidence. */
export type LogOddsMap = readonly [a: number, b: number]

const MOST = logit(clampConfidence(1))

/** CGES's summary of the samples read: per answer, in the order first seen, its count and its summed log-odds. */
export type CgesEvidence = Map<string, { readonly count: number; readonly logOdds: number }>

/**
 * Adds one valid sample: n += 1 and Λ += logit C for its answer. These are sufficient statistics, so changing the
 * size of the support needs no second look at the samples. The confidence is kept `epsilon` away from 0 and 1.
 * With `map` its log-odds are recalibrated first. Throws a RangeError on NaN. Source: arXiv 2511.02603, appendix C.
 */
export function addCgesEvidence(
  evidence: CgesEvidence,
  sample: { readonly answer: string; readonly confidence: number },
  epsilon?: number,
  map?: LogOddsMap,
): void {
  const before = evidence.get(sample.answer)
  evidence.set(sample.answer, {
    count: (before?.count ?? 0) + 1,
    logOdds: (before?.logOdds ?? 0) + mapped(logit(clampConfidence(sample.confidence, epsilon)), map),
  })
}

function mapped(logOdds: number, map: LogOddsMap | undefined): number {
  if (map === undefined) return logOdds
  return Math.min(MOST, Math.max(-MOST, map[0] + map[1] * logOdds))
}

import type { CgesLead } from './cges-posterior.js'
import { logit } from './logit.js'

/** Log-odds this far below the threshold still reach it: a score equal to gamma stops. */
const TOLERANCE = 1e-12

/** The decision CGES would stop with now, and the log-odds that must reach gamma's. */
export type CgesStand = {
  readonly answer: string | null
  readonly score: number | null
  readonly reason: 'threshold' | 'other'
  readonly logOdds: number
}

/** Returns the log-odds at which a score reaches `gamma`, in (0, 1). */
export function neededLogOdds(gamma: number): number {
  return logit(gamma) - TOLERANCE
}

/**
 * Returns what a posterior would stop with: its leading seen answer, or with `otherStops` none if an unseen answer
 * leads. It is the same for every gamma, so that a whole grid needs one pass. Source: arXiv 2511.02603, algorithm 1.
 */
export function cgesStand({ otherStops }: { readonly otherStops: boolean }, posterior: CgesLead): CgesStand {
  const { top, unseen, logOdds, unseenLogOdds } = posterior
  const score = top?.score ?? null
  const otherLeads = otherStops && unseen > 0 && (top?.logit ?? 0) < -TOLERANCE
  if (otherLeads) return { answer: null, score, reason: 'other', logOdds: unseenLogOdds }
  return { answer: top?.answer ?? null, score, reason: 'threshold', logOdds }
}

import type { StopReason } from '../decision.js'
import type { Vote } from '../votes.js'
import { type CgesParameters, cgesStand, mayStop, neededLogOdds } from './cges.js'
import { addVoteEvidence, type CgesEvidence, cgesLead } from './posterior.js'

/** The thresholds a sweep covers; the paper gives only the range, and some of its rows need more than 0.999. */
export const GAMMA_GRID = [
  0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.9965, 0.998, 0.999, 0.9993,
  0.9995, 0.9997, 0.9998, 0.9999,
] as const

/** CGES's stop at one threshold. */
export type GammaStop = {
  readonly gamma: number
  readonly calls: number
  readonly answer: string | null
  readonly score: number | null
  readonly reason: StopReason
}

/**
 * Computes CGES's stop at every threshold of a grid in one pass over a trial, which works because log-odds never reach
 * a larger gamma before a smaller one. `spec.gamma` is ignored; `grid` holds numbers in (0, 1) in any order, and the
 * stops come in that order. Thresholds not reached by the end of the samples, or of the budget if that comes first,
 * stop there.
 * Throws as CGES does. Source: arXiv 2511.02603, section 4 (the sweep of gamma).
 */
export function gammaSweep(
  spec: Omit<CgesParameters, 'gamma'>,
  samples: readonly Vote[],
  grid: readonly number[] = GAMMA_GRID,
): GammaStop[] {
  const { support, otherStops, budget, minSamples } = spec
  const evidence: CgesEvidence = new Map()
  const open = grid === GAMMA_GRID ? USUAL : ascending(grid)
  const stops: GammaStop[] = []
  const read = Math.min(samples.length, budget)
  let next = 0
  let votes = 0
  for (let calls = 1; calls <= read && next < open.length; calls += 1) {
    const vote = samples[calls - 1]
    if (vote === undefined || vote.answer === null) continue
    addVoteEvidence(evidence, vote, spec, calls)
    votes += 1
    if (votes < minSamples || !mayStop({ support, otherStops, gamma: open[next]?.gamma ?? 1 }, evidence)) continue
    const { answer, score, reason, logOdds } = cgesStand(spec, cgesLead(evidence, support))
    for (let reached = open[next]; reached !== undefined && logOdds >= reached.needed; reached = open[next]) {
      stops[reached.place] = { gamma: reached.gamma, calls, answer, score, reason }
      next += 1
    }
  }
  if (next === open.length) return stops
  const { top } = cgesLead(evidence, support)
  for (const { gamma, place } of open.slice(next)) {
    stops[place] = { gamma, calls: read, answer: top?.answer ?? null, score: top?.score ?? null, reason: 'budget' }
  }
  return stops
}

type Threshold = { readonly gamma: number; readonly place: number; readonly needed: number }

/** The thresholds of a grid, the smallest first. */
function ascending(grid: readonly number[]): readonly Threshold[] {
  return grid
    .map((gamma, place) => ({ gamma, place, needed: neededLogOdds(gamma) }))
    .toSorted((a, b) => a.gamma - b.gamma)
}

const USUAL = ascending(GAMMA_GRID)

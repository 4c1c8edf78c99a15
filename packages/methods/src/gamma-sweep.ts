import type { CgesEvidence } from './add-cges-evidence.js'
import { addVoteEvidence } from './cges-evidence-of.js'
import type { CgesParameters } from './cges.js'
import { cgesLead } from './cges-posterior.js'
import { cgesStand, neededLogOdds } from './cges-stand.js'
import type { StopReason } from './decision.js'
import { GAMMA_GRID } from './gamma-grid.js'
import type { Vote } from './vote.js'

export { GAMMA_GRID }

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
  const evidence: CgesEvidence = new Map()
  const open = grid.map((gamma, place) => ({ gamma, place })).toSorted((a, b) => a.gamma - b.gamma)
  const stops: GammaStop[] = []
  const read = samples.slice(0, spec.budget)
  let votes = 0
  for (const [index, vote] of read.entries()) {
    if (vote.answer === null) continue
    addVoteEvidence(evidence, vote, spec, index + 1)
    votes += 1
    if (votes < spec.minSamples) continue
    const { logOdds, ...stand } = cgesStand(spec, cgesLead(evidence, spec.support))
    for (let next = open[0]; next !== undefined && logOdds >= neededLogOdds(next.gamma); next = open[0]) {
      stops[next.place] = { gamma: next.gamma, calls: index + 1, ...stand }
      open.shift()
    }
    if (open.length === 0) return stops
  }
  const { top } = cgesLead(evidence, spec.support)
  for (const { gamma, place } of open) {
    const left = { answer: top?.answer ?? null, score: top?.score ?? null, reason: 'budget' as const }
    stops[place] = { gamma, calls: read.length, ...left }
  }
  return stops
}

import type { MethodSpec } from './method-spec.js'
import { addCgesEvidence, type CgesEvidence } from './add-cges-evidence.js'
import { cgesPosterior } from './cges-posterior.js'
import { cgesStand, neededLogOdds } from './cges-stand.js'
import type { StopReason } from './decision.js'
import { voteConfidence } from './vote-confidence.js'
import type { Vote } from './vote.js'

/** The thresholds a sweep covers; the paper gives only the range, and some of its rows need more than 0.999. */
export const GAMMA_GRID = [
  0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.9965, 0.998, 0.999, 0.9993,
  0.9995, 0.9997, 0.9998, 0.9999,
] as const

/** Where CGES stops at one threshold. */
export type GammaStop = {
  readonly gamma: number
  readonly calls: number
  readonly answer: string | null
  readonly score: number | null
  readonly reason: StopReason
}

/**
 * Gives CGES's stop at every threshold of a grid in one pass over a trial: log-odds first reach a larger gamma no
 * sooner than a smaller one. `spec.gamma` is not read; `grid` holds numbers in (0, 1) in any order, and the stops come
 * in that order. What is left at the end of the samples, or of the budget if that comes first, stops there.
 * Throws as CGES does. Source: arXiv 2511.02603, section 4 (the sweep of gamma).
 */
export function gammaSweep(
  spec: Extract<MethodSpec, { method: 'cges' }>,
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
    addCgesEvidence(evidence, { answer: vote.answer, confidence: voteConfidence(vote, spec.confidence, index + 1) })
    votes += 1
    if (votes < spec.minSamples) continue
    const { logOdds, ...stand } = cgesStand(spec, cgesPosterior(evidence, spec.support))
    for (let next = open[0]; next !== undefined && logOdds >= neededLogOdds(next.gamma); next = open[0]) {
      stops[next.place] = { gamma: next.gamma, calls: index + 1, ...stand }
      open.shift()
    }
    if (open.length === 0) return stops
  }
  const top = cgesPosterior(evidence, spec.support).top
  for (const { gamma, place } of open) {
    const left = { answer: top?.answer ?? null, score: top?.score ?? null, reason: 'budget' as const }
    stops[place] = { gamma, calls: read.length, ...left }
  }
  return stops
}

import type { Vote } from '../vote.js'
import type { DscParameters } from './dsc-parameters.js'
import { dscTest } from './dsc-test.js'

/** By place in the order: the part a question is in, null while unknown, and whether it is sure to be pre-sampled. */
export type DscPartition = {
  readonly parts: readonly ('easy' | 'hard' | null)[]
  readonly asked: readonly boolean[]
}

/**
 * Cuts a set into easy and hard: walks from the hardest question down, and where the last `easyRun` (or all, if there
 * are fewer) passed their test on `preSamples` samples, everything below is easy. Those tested stay in the hard part.
 * Stops if samples are missing; as many questions as the run still lacks are certain to be tested as well.
 * Source: arXiv 2408.13457, the pre-sampling figure.
 */
export function partitionSet(
  spec: DscParameters,
  order: readonly number[],
  prefixes: readonly (readonly Vote[])[],
): DscPartition {
  const size = Math.min(spec.preSamples, spec.budget)
  const enough = Math.min(spec.easyRun, order.length)
  const parts = Array<'easy' | 'hard' | null>(order.length).fill(null)
  let run = 0
  let place = order.length - 1
  for (; place >= 0 && run < enough; place -= 1) {
    const votes = prefixes[order[place] ?? -1] ?? []
    if (votes.length < size) break
    parts[place] = 'hard'
    run = (dscTest(votes, size).score ?? 0) >= spec.threshold ? run + 1 : 0
  }
  if (run >= enough) parts.fill('easy', 0, place + 1)
  const sure = run >= enough ? 0 : enough - run
  return { parts, asked: parts.map((part, index) => part === 'hard' || (part === null && index > place - sure)) }
}

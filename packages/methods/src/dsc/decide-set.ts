import type { Vote } from '../vote.js'
import type { DscParameters } from './dsc-parameters.js'
import { decideHard } from './decide-hard.js'
import type { DscQuestion } from './dsc-question.js'
import { partitionSet } from './partition-set.js'

/**
 * Decides a whole set of questions by difficulty-adaptive self-consistency, as far as the samples drawn allow.
 *
 * `order` lists the questions from easy to hard, `prefixes[question]` holds its samples 0, 1, 2, … without a gap. From
 * the hard end, `preSamples` samples of each question are tested, until `easyRun` questions in a row pass; the rest is
 * easy and answered by one sample. The hard part is then decided from easy to hard, each question's first size
 * predicted from the needs of the `predictFrom` before it and extended by `extendBy` until the test passes.
 *
 * The result is in the order given. Verdicts are written strictly in that order, so they do not depend on which sample
 * arrived first; drawing may run ahead up to each `until`, and every sample asked for is certain to be charged.
 * Source: arXiv 2408.13457; its figure for the partition, its reference code for the sizes.
 */
export function decideSet(
  spec: DscParameters,
  order: readonly number[],
  prefixes: readonly (readonly Vote[])[],
): DscQuestion[] {
  const { parts, asked } = partitionSet(spec, order, prefixes)
  const needs: number[] = []
  let inOrder = true
  return order.map((question, place) => {
    const votes = prefixes[question] ?? []
    const part = parts[place] ?? null
    if (part === 'easy') return easy(question, votes)
    const standing = decideHard(spec, votes, inOrder && part === 'hard' ? needs : null)
    if (standing.state === 'stopped') needs.push(standing.need)
    else inOrder = false
    if (standing.state === 'stopped') return { question, part: 'hard', ...standing }
    const until = asked[place] === true ? standing.until : 1
    return { question, part, state: 'open', until, predicted: standing.predicted }
  })
}

function easy(question: number, votes: readonly Vote[]): DscQuestion {
  const first = votes[0]
  if (first === undefined) return { question, part: 'easy', state: 'open', until: 1, predicted: 1 }
  const { answer } = first
  const verdict = { predicted: 1, calls: 1, need: null, batches: 1, answer, score: null, reason: 'easy' as const }
  return { question, part: 'easy', state: 'stopped', ...verdict }
}

import type { ConfidenceSignal, Vote } from '@cges-fleet/methods'
import { type RecordedSample, type ValueMaps, votesFor } from '@cges-fleet/replay'
import { UsageError } from '../usage-error.js'

/** A question's first answer and its confidence; null if it has no answer. */
export type FirstAnswer = { readonly answer: string; readonly confidence: number } | null

/** How sure the first answer to each question was, question by question. */
export function firstAnswers(
  questions: readonly (readonly RecordedSample[])[],
  signal: ConfidenceSignal,
  maps: ValueMaps,
): FirstAnswer[] {
  const recordings = questions.map((samples, at) => {
    return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples }
  })
  const spec = { method: 'cisc', confidence: signal, temperature: 1, budget: 1 } as const
  const found = votesFor(spec, recordings, { ...maps, asDrawn: true })
  if (!found.ok) throw new UsageError(found.reason)
  return found.pools.map((votes) => firstOf(votes, signal))
}

function firstOf(votes: readonly Vote[], signal: ConfidenceSignal): FirstAnswer {
  const first = votes.find(({ answer }) => answer !== null)
  const confidence = first?.confidences[signal]
  return first?.answer == null || confidence === undefined ? null : { answer: first.answer, confidence }
}

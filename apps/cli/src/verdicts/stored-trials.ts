import { type EvaluationView, isCharged, Outcome } from '@cges-fleet/core'
import { ConfidenceSignal } from '@cges-fleet/methods'
import { z } from 'zod'
import type { ApiClient } from '../api-client.js'
import { exportedLines } from '../exports/exported-lines.js'
import type { OwnVote } from '../offline/own/own-rule.js'
import { startProgress } from '../report/start-progress.js'

/** The part of a stored sample a rule may see, and its position: no text, and no grade. */
const Sample = z.object({
  question_id: z.string(),
  replicate: z.int(),
  sample_index: z.int(),
  answer_class: z.string().nullable(),
  signals: z.partialRecord(ConfidenceSignal, z.number()),
  outcome: Outcome,
})

/** A trial's samples in the order drawn, up to the first that could not be, or was ended before its answer. */
export interface StoredTrial {
  readonly questionId: string
  readonly replicate: number
  readonly votes: readonly OwnVote[]
}

/** Fetches what was drawn for an evaluation, trial by trial. */
export async function storedTrials(
  api: ApiClient,
  { id, samples: { drawn } }: Pick<EvaluationView, 'id' | 'samples'>,
): Promise<StoredTrial[]> {
  const bar = startProgress('fetching')
  let done = 0
  const trials = new Map<string, { questionId: string; replicate: number; votes: (OwnVote | null)[] }>()
  for await (const line of exportedLines(api, id, 'samples.jsonl')) {
    const { question_id: questionId, replicate, sample_index: index, ...sample } = Sample.parse(line)
    const place = `${replicate} ${questionId}`
    const trial = trials.get(place) ?? { questionId, replicate, votes: [] }
    trials.set(place, trial)
    trial.votes[index] = voteOf(sample)
    bar.show({ done: (done += 1), total: drawn, what: 'samples' })
  }
  bar.clear()
  return [...trials.values()].map(({ votes, ...trial }) => ({ ...trial, votes: prefixOf(votes) }))
}

function voteOf({
  answer_class: answer,
  signals,
  outcome,
}: Pick<z.infer<typeof Sample>, 'answer_class' | 'signals' | 'outcome'>) {
  if (!isCharged(outcome) || outcome === 'ended_early') return null
  return { answer, confidence: null, reward: null, signals }
}

function prefixOf(votes: readonly (OwnVote | null | undefined)[]): OwnVote[] {
  const drawn: OwnVote[] = []
  for (const vote of votes) {
    if (vote === null || vote === undefined) break
    drawn.push(vote)
  }
  return drawn
}

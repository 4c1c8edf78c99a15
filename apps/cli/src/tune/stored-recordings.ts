import { existsSync } from 'node:fs'
import { type EvaluationView, Outcome } from '@cges-fleet/core'
import { GetEvaluation } from '@cges-fleet/core/contract'
import { ConfidenceSignal } from '@cges-fleet/methods'
import { z } from 'zod'
import type { RecordedSample, Recording } from '@cges-fleet/replay'
import type { ApiClient } from '../api-client.js'
import { exportedLines } from '../exports/exported-lines.js'
import { startProgress } from '../report/start-progress.js'

/** The fields of `gold.jsonl` and `samples.jsonl` that tell how good an answer and its confidence are. */
const Gold = z.object({
  question_id: z.string(),
  answer_class: z.string().nullable(),
  grades: z.record(z.string(), z.boolean()),
})
const Sample = z.object({
  question_id: z.string(),
  replicate: z.int(),
  sample_index: z.int(),
  answer_class: z.string().nullable(),
  signals: z.partialRecord(ConfidenceSignal, z.number()),
  outcome: Outcome,
})

const EVALUATION_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The id of the stored evaluation that a command was given in place of files; null for files. */
export function storedId([first, ...more]: readonly string[]): string | null {
  return first !== undefined && more.length === 0 && EVALUATION_ID.test(first) && !existsSync(first) ? first : null
}

/** A stored evaluation's questions as recordings, graded as the evaluation graded them. */
export interface StoredRecordings {
  readonly view: EvaluationView
  readonly recordings: readonly Recording[]
}

/**
 * Fetches a stored evaluation's samples and reference answers as recordings: replicates of a question one after
 * another, without samples that were never drawn.
 */
export async function storedRecordings(api: ApiClient, id: string): Promise<StoredRecordings> {
  const view = await api.call(GetEvaluation, { path: { id } })
  if (view.status === 'running') console.error('note: it is still running; what is not drawn yet is left out')
  const questions = new Map<string, z.infer<typeof Gold> & { readonly samples: z.infer<typeof Sample>[] }>()
  for await (const line of exportedLines(api, id, 'gold.jsonl')) {
    const gold = Gold.parse(line)
    questions.set(gold.question_id, { ...gold, samples: [] })
  }
  const bar = startProgress('fetching')
  let done = 0
  for await (const line of exportedLines(api, id, 'samples.jsonl')) {
    const sample = Sample.parse(line)
    bar.show({ done: (done += 1), total: view.samples.drawn, what: 'samples' })
    const failed = sample.outcome === 'infra_error' || sample.outcome === 'invalid_request'
    if (!failed) questions.get(sample.question_id)?.samples.push(sample)
  }
  bar.clear()
  const recordings = [...questions].flatMap(([question, { answer_class: gold, grades, samples }]): Recording[] => {
    const ordered = samples.toSorted((a, b) => a.replicate - b.replicate || a.sample_index - b.sample_index)
    const truth = Object.keys(grades).find((key) => grades[key] === true) ?? gold
    const recorded = ordered.map((sample) => recordedSample(sample, grades, truth))
    return samples.length === 0 ? [] : [{ id: question, replicate: 0, truth, difficulty: null, samples: recorded }]
  })
  return { view, recordings }
}

function recordedSample(
  { answer_class: answer, signals, outcome }: z.infer<typeof Sample>,
  grades: Readonly<Record<string, boolean>>,
  truth: string | null,
): RecordedSample {
  const grade = answer === null ? null : Number(grades[answer] ?? answer === truth)
  const endedEarly = outcome === 'ended_early'
  return { answer, signals, confidence: null, reward: null, grade, ...(endedEarly ? { endedEarly } : {}) }
}

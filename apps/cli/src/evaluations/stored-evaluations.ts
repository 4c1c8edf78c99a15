import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type EvaluationView, type ExportFile, isCharged, Outcome } from '@cges-fleet/core'
import { ExportEvaluation, GetEvaluation } from '@cges-fleet/core/contract'
import { parseDescriptionLine } from '@cges-fleet/formats'
import { ConfidenceSignal } from '@cges-fleet/methods'
import type { RecordedSample, Recording } from '@cges-fleet/replay'
import { z } from 'zod'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import type { CustomVote } from '../custom-rules/custom-rule.js'
import { startProgress } from '../shell/progress.js'

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
interface StoredRecordings {
  readonly view: EvaluationView
  readonly recordings: readonly Recording[]
}

/**
 * Fetches a stored evaluation's samples and reference answers as recordings: replicates of a question one after
 * another, without samples that were never drawn.
 */
export async function storedRecordings(api: ApiClient, id: string): Promise<StoredRecordings> {
  const view = await api.call(GetEvaluation, { path: { id } })
  if (view.status === 'running') console.error('note: the evaluation is still running; undrawn samples are left out')
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

/** The part of a stored sample a rule may see, and its position: no text, and no grade. */

/** A trial's samples in the order drawn, up to the first that could not be, or was ended before its answer. */
export interface StoredTrial {
  readonly questionId: string
  readonly replicate: number
  readonly votes: readonly CustomVote[]
}

/** Fetches what was drawn for an evaluation, trial by trial. */
export async function storedTrials(
  api: ApiClient,
  { id, samples: { drawn } }: Pick<EvaluationView, 'id' | 'samples'>,
): Promise<StoredTrial[]> {
  const bar = startProgress('fetching')
  let done = 0
  const trials = new Map<string, { questionId: string; replicate: number; votes: (CustomVote | null)[] }>()
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

function prefixOf(votes: readonly (CustomVote | null | undefined)[]): CustomVote[] {
  const drawn: CustomVote[] = []
  for (const vote of votes) {
    if (vote === null || vote === undefined) break
    drawn.push(vote)
  }
  return drawn
}

/** Yields an exported file's lines as JSON, one after the other, without the line that describes the file. */
async function* exportedLines(api: ApiClient, id: string, file: ExportFile): AsyncGenerator {
  const { body } = await api.open(ExportEvaluation, { path: { id, file } })
  if (body === null) throw new UsageError(`the API sent nothing for ${file}`)
  for await (const line of createInterface({ input: Readable.fromWeb(body), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '' && parseDescriptionLine(line) === null) yield JSON.parse(line)
  }
}

import { type Outcome, permutedIndex, trialSeedBase } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import { newId, sha256 } from '../ids.js'
import { EvaluationEntity } from '../schema/evaluation.js'
import type { LockedEvaluation } from './evaluation-lock.js'

/**
 * Trials created per round: while those of a long evaluation are being created, its first samples are already drawn and
 * read.
 */
const TRIALS_PER_ROUND = 1000

/**
 * Creates the next trials of an evaluation, in an order seeded by it: files are often sorted by subject or difficulty,
 * and an interim figure over the first questions would then mislead. Returns how many exist now.
 */
export async function createTrials(tx: Db, evaluation: LockedEvaluation): Promise<number> {
  const from = evaluation.trialsPlanned
  const to = Math.min(evaluation.trialsTotal, from + TRIALS_PER_ROUND)
  if (from === to) return to
  const placed = Array.from({ length: to - from }, (_, offset) => place(evaluation, from + offset))
  const ids = await questionIds(
    tx,
    evaluation,
    placed.map((trial) => trial.position),
  )
  const rows = placed.map((trial) => {
    const questionId = ids.get(trial.position)
    if (questionId === undefined) throw new Error(`benchmark ${evaluation.benchmarkId} lost question ${trial.position}`)
    const seedBase = trialSeedBase(sha256, {
      evaluationSeed: evaluation.seed,
      benchmarkRevision: evaluation.benchmarkRevision,
      questionId,
      replicate: trial.replicate,
    })
    return { id: newId(), ...trial, questionId, seedBase }
  })
  await query(tx, INSERT, [evaluation.teamId, evaluation.id, JSON.stringify(rows)])
  await tx.getRepository(EvaluationEntity).update({ id: evaluation.id }, { trialsPlanned: to })
  return to
}

/** Replicates added later get an order of their own after the existing ones: no trial changes its position. */
function place(evaluation: LockedEvaluation, ordinal: number) {
  const { questions, seed } = evaluation
  let start = 0
  let firstReplicate = 0
  for (const replicates of evaluation.replicateBlocks) {
    const size = replicates * questions
    if (ordinal < start + size) {
      const cell = permutedIndex(ordinal - start, size, seed)
      return { ordinal, position: cell % questions, replicate: firstReplicate + Math.floor(cell / questions) }
    }
    start += size
    firstReplicate += replicates
  }
  throw new Error(`evaluation ${evaluation.id} has no trial ${ordinal}`)
}

async function questionIds(tx: Db, evaluation: LockedEvaluation, positions: number[]): Promise<Map<number, string>> {
  const rows = await query<{ position: number; id: string }>(
    tx,
    `SELECT position, question_id AS id FROM question WHERE benchmark_id = $1 AND position = ANY ($2::int[])`,
    [evaluation.benchmarkId, positions],
  )
  return new Map(rows.map((row) => [row.position, row.id]))
}

const INSERT = `
INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base)
SELECT t.id, $1, $2, t.ordinal, t.replicate, t.position, t."questionId", t."seedBase"
FROM jsonb_to_recordset($3::jsonb) AS t(
  id uuid, ordinal int, replicate int, position int, "questionId" text, "seedBase" bigint)`

/** Selects the trials whose ids are in `wanted`, as `OpenTrial`, in the order they were planned. */
const TRIALS_WANTED = `
SELECT t.id, t.position, t.replicate, t.seed_base AS "seedBase", t.requested, t.state = 'blocked' AS blocked,
       coalesce(s.samples, '[]'::jsonb) AS samples, coalesce(v.decided, '{}') AS decided
FROM wanted w
JOIN trial t ON t.id = w.id
JOIN evaluation e ON e.id = t.evaluation_id
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'index', s.index, 'outcome', coalesce(r.outcome, s.outcome),
           'answerKey', CASE WHEN r.trial_id IS NULL THEN s.answer_key ELSE r.answer_key END,
           'signals', s.signals, 'completionTokens', s.completion_tokens, 'minima', s.minima) ORDER BY s.index) AS samples
  FROM sample s
  LEFT JOIN regraded_sample r ON r.trial_id = s.trial_id AND r.index = s.index AND r.grading_version = e.regraded_to
  WHERE s.trial_id = t.id AND s.state = 'read' AND NOT (t.retrying AND s.outcome = 'infra_error')
) s ON true
LEFT JOIN LATERAL (
  SELECT array_agg(DISTINCT method_key) AS decided FROM verdict WHERE trial_id = t.id
) v ON true
ORDER BY t.ordinal`

export interface ReadSample {
  readonly index: number
  readonly outcome: Outcome
  readonly answerKey: string | null
  readonly signals: Confidences | null
  readonly completionTokens?: number | null
  /** How its confidence fell from token to token, if a method reads that. */
  readonly minima?: MinimaByWindow | null
}

export interface OpenTrial {
  readonly id: string
  readonly position: number
  readonly replicate: number
  readonly seedBase: number
  readonly requested: number
  readonly blocked: boolean
  /** Samples that a round has read, by index, gaps and all. */
  readonly samples: readonly ReadSample[]
  /** Keys of the methods that have their verdict. */
  readonly decided: readonly string[]
}

interface TrialsWanted {
  readonly evaluationId: string
  /** These, whatever their state, and … */
  readonly trialIds: readonly string[]
  /** … this many more with nothing in flight, first planned first. */
  readonly idle: number
}

/** Selects the trials a round must decide again, in the order they were planned; answers in their latest grading. */
export async function selectOpenTrials(tx: Db, wanted: TrialsWanted): Promise<OpenTrial[]> {
  const rows = await query<Omit<OpenTrial, 'seedBase'> & { seedBase: string }>(tx, READ, [
    wanted.evaluationId,
    wanted.trialIds,
    wanted.idle,
  ])
  return rows.map((row) => ({ ...row, seedBase: Number(row.seedBase) }))
}

const READ = `
WITH wanted AS (
  SELECT id FROM trial WHERE id = ANY ($2::uuid[]) AND state <> 'closed'
  UNION
  (SELECT id FROM trial WHERE evaluation_id = $1 AND state = 'open' AND requested = read AND NOT parked AND NOT retrying
     AND id <> ALL ($2::uuid[])
   ORDER BY ordinal LIMIT $3)
)
${TRIALS_WANTED}`

interface AheadWanted {
  readonly evaluationId: string
  /** Not these, which the round has already. */
  readonly trialIds: readonly string[]
  /** How many at most. */
  readonly most: number
}

/**
 * Selects open trials whose next sample is being drawn, for asking ahead of need: those with the fewest samples in
 * flight first, and of those the ones that have read most.
 */
export async function selectTrialsAhead(tx: Db, wanted: AheadWanted): Promise<OpenTrial[]> {
  const rows = await query<Omit<OpenTrial, 'seedBase'> & { seedBase: string }>(tx, AHEAD, [
    wanted.evaluationId,
    wanted.trialIds,
    wanted.most,
  ])
  return rows.map((row) => ({ ...row, seedBase: Number(row.seedBase) }))
}

const AHEAD = `
WITH wanted AS (
  SELECT id FROM trial
  WHERE evaluation_id = $1 AND state = 'open' AND requested > read AND NOT parked AND NOT retrying AND id <> ALL ($2::uuid[])
  ORDER BY requested - read, read DESC, ordinal LIMIT $3
)
${TRIALS_WANTED}`

/**
 * Selects the samples of an evaluation's first trials, for learning what its questions are like. Which trials these are
 * does not depend on any answer, so that easy ones are not preferred.
 */
export async function selectFirstTrials(tx: Db, evaluationId: string, most: number): Promise<OpenTrial['samples'][]> {
  const rows = await query<Pick<OpenTrial, 'samples'>>(tx, FIRST, [evaluationId, most])
  return rows.map(({ samples }) => samples)
}

/**
 * Estimates how long a sample of an evaluation takes from its first trials, in seconds: the mean and one standard deviation;
 * null before one has landed.
 */
export async function selectSecondsPerSample(tx: Db, evaluationId: string, trials: number): Promise<number | null> {
  const [row] = await query<{ seconds: number | null }>(tx, SECONDS, [evaluationId, trials])
  return row?.seconds ?? null
}

const SECONDS = `
SELECT ((avg(s.total_ms) + coalesce(stddev_samp(s.total_ms), 0)) / 1000)::float8 AS seconds
FROM trial t JOIN sample s ON s.trial_id = t.id WHERE t.evaluation_id = $1 AND t.ordinal < $2 AND s.total_ms > 0`

const FIRST = `
WITH wanted AS (
  SELECT id FROM trial WHERE evaluation_id = $1 AND ordinal < $2 AND read > 0
)
SELECT a.samples FROM (${TRIALS_WANTED}) a`

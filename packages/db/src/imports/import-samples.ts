import { answerKey, type AnswerKind, GRADING_VERSION } from '@cges-fleet/answers'
import type { EvaluationStatus, ImportBatch, ImportedCount, ImportedSample } from '@cges-fleet/core'
import { storable } from '@cges-fleet/formats'
import { SIGNALS_VERSION } from '@cges-fleet/methods'
import { takeStorage } from '../benchmarks/uploads.js'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { inTurns } from '../connection/turns.js'
import { writeEvent } from '../evaluations/events.js'
import { writeStatus } from '../evaluations/status.js'
import type { TeamId } from '../ids.js'
import { LACKING } from './imports.js'

/** The result of adding a batch, or why there was nothing to add it to. */
export type StoredImport =
  | { readonly kind: 'stored'; readonly count: ImportedCount }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not imported' }
  | { readonly kind: 'no such question'; readonly questionIds: readonly string[] }

interface Target {
  readonly benchmarkId: string
  readonly answerKind: AnswerKind
  readonly imported: boolean
  readonly importedAt: Date | null
  readonly status: EvaluationStatus
  readonly budget: number
}

/**
 * Lands samples of a log, a batch atomically; existing ones stay as they are, so a batch can be sent again. Rounds then
 * read and decide them like any others. Once the import is complete, trials that lack samples are blocked. Throws
 * `StorageFull`.
 */
export async function importSamples(
  db: Database,
  team: TeamId,
  batch: ImportBatch & { readonly evaluationId: string },
): Promise<StoredImport> {
  const [known] = await query<{ answerKind: AnswerKind }>(db, KIND, [team, batch.evaluationId])
  if (known === undefined) return { kind: 'unknown' }
  const rows = await rowsOf(batch, known.answerKind)
  return transaction(db, async (tx) => {
    const [target] = await query<Target>(tx, LOCK, [team, batch.evaluationId])
    if (target === undefined) return { kind: 'unknown' }
    if (!target.imported) return { kind: 'not imported' }
    const wanted = new Set(batch.samples.map(({ questionId }) => questionId))
    const trials = await query<{ questionId: string }>(tx, KNOWN, [target.benchmarkId, [...wanted]])
    for (const { questionId } of trials) wanted.delete(questionId)
    if (wanted.size > 0) return { kind: 'no such question', questionIds: [...wanted] }
    await takeUp(tx, target, { id: batch.evaluationId, teamId: team })
    const { stored, bytes } = await land(tx, rows, { team, target, evaluationId: batch.evaluationId })
    const missing = batch.complete ? await complete(tx, batch.evaluationId, { team, target }) : 0
    await query(tx, MOVED, [batch.evaluationId, batch.complete, bytes])
    await takeStorage(tx, team, bytes)
    return { kind: 'stored', count: { received: batch.samples.length, stored, missing } }
  })
}

/** An import that failed for want of its samples goes on once they come. */
async function takeUp(
  tx: Db,
  { status, importedAt }: Target,
  evaluation: { readonly id: string; readonly teamId: string },
): Promise<void> {
  if (status !== 'failed' || importedAt !== null) return
  await writeStatus(tx, evaluation, {
    to: 'running',
    event: 'resumed',
    reason: { kind: 'import_continued', counts: {}, why: null },
  })
}

interface Into {
  readonly team: TeamId
  readonly target: Target
}

interface Landing extends Into {
  readonly evaluationId: string
}

/** Computes a batch's answer keys before its transaction begins, yielding to the event loop meanwhile. */
async function rowsOf({ samples }: ImportBatch, kind: AnswerKind): Promise<object[]> {
  // If a log holds one place twice, the first counts.
  const places = new Map(samples.toReversed().map((sample) => [`${sample.index} ${sample.questionId}`, sample]))
  return inTurns(places.values(), (sample) => rowOf(sample, kind))
}

/** How many samples were new, and the size of their texts. */
interface Landed {
  readonly stored: number
  readonly bytes: number
}

async function land(tx: Db, rows: readonly object[], { team, target, evaluationId }: Landing): Promise<Landed> {
  if (rows.length === 0) return { stored: 0, bytes: 0 }
  const [landed] = await query<Landed>(tx, LAND, [
    evaluationId,
    team,
    target.benchmarkId,
    JSON.stringify(rows),
    GRADING_VERSION,
    SIGNALS_VERSION,
  ])
  return landed ?? { stored: 0, bytes: 0 }
}

function rowOf(sample: ImportedSample, kind: AnswerKind): object {
  const { answer, text, error } = sample
  return {
    ...sample,
    answer: answer === null ? null : storable(answer),
    answerKey: answer === null ? null : storable(answerKey(kind, answer)),
    text: text === null ? null : storable(text),
    error: error === null ? null : storable(error),
  }
}

/** Completes an import: blocks the trials that lack samples, once. Returns how many are blocked. */
async function complete(tx: Db, evaluationId: string, { team, target }: Into): Promise<number> {
  const rows = await query<{ missing: number }>(tx, BLOCK, [evaluationId, team, target.budget, LACKING])
  const missing = rows[0]?.missing ?? 0
  if (target.importedAt === null) {
    const [there] = await query<{ samples: number }>(tx, STORED, [evaluationId, LACKING])
    const reason = { kind: 'imported', counts: { samples: there?.samples ?? 0 }, why: null } as const
    await writeEvent(tx, { id: evaluationId, teamId: team }, { kind: 'imported', reason })
  }
  return missing
}

const KIND = `
SELECT b.answer_kind AS "answerKind" FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id
WHERE e.team_id = $1 AND e.id = $2`

const LOCK = `
SELECT e.benchmark_id AS "benchmarkId", b.answer_kind AS "answerKind", e.source IS NOT NULL AS imported,
       e.imported_at AS "importedAt", e.status,
       (SELECT max((m ->> 'budget')::int) FROM jsonb_array_elements(e.spec -> 'methods') m) AS budget
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id
WHERE e.team_id = $1 AND e.id = $2
FOR NO KEY UPDATE OF e`

const MOVED = `
UPDATE evaluation
SET import_batch_at = now(), stored_bytes = stored_bytes + $3::bigint, imported_at = CASE WHEN $2::boolean THEN coalesce(imported_at, now()) ELSE imported_at END
WHERE id = $1`

const STORED = `
SELECT count(*)::int AS samples FROM trial t JOIN sample s ON s.trial_id = t.id
WHERE t.evaluation_id = $1 AND s.error IS DISTINCT FROM $2`

const KNOWN = `SELECT question_id AS "questionId" FROM question WHERE benchmark_id = $1 AND question_id = ANY ($2::text[])`

const LAND = `
WITH given AS (
  SELECT g.*, t.id AS trial_id
  FROM jsonb_to_recordset($4::jsonb) AS g(
    "questionId" text, index int, outcome text, answer text, "answerKey" text, "answerTier" text, text text,
    signals jsonb,
    "finishReason" text, "promptTokens" int, "completionTokens" int, seed bigint, error text)
  JOIN question q ON q.benchmark_id = $3 AND q.question_id = g."questionId"
  JOIN trial t ON t.evaluation_id = $1 AND t.replicate = 0 AND t.position = q.position
), landed AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, outcome, raw_answer,
                      answer_key, answer_tier, grading_version, signals, signals_version, prompt_tokens, completion_tokens,
                      finish_reason, error, landed_at)
  SELECT trial_id, index, $2, $1, 'landed', seed, outcome, answer, "answerKey", "answerTier", $5, signals, $6,
         "promptTokens", "completionTokens", "finishReason", error, now()
  FROM given
  ON CONFLICT (trial_id, index) DO NOTHING
  RETURNING trial_id, index
), body AS (
  INSERT INTO sample_body (trial_id, index, team_id, text)
  SELECT trial_id, index, $2, g.text FROM given g JOIN landed USING (trial_id, index) WHERE g.text IS NOT NULL
  RETURNING octet_length(text) AS bytes
), per_trial AS (
  SELECT trial_id, count(*)::int AS n FROM landed GROUP BY 1
), counted AS (
  UPDATE trial t SET requested = t.requested + p.n FROM per_trial p WHERE t.id = p.trial_id
)
SELECT (SELECT count(*)::int FROM landed) AS stored, (SELECT coalesce(sum(bytes), 0)::float8 FROM body) AS bytes`

/**
 * A trial is short if a sample below the largest budget is missing; its first gap becomes the sample that cannot be
 * drawn. One gap a trial, so that completing twice changes nothing.
 */
const BLOCK = `
WITH short AS (
  SELECT t.id, (
    SELECT min(i) FROM generate_series(0, $3::int - 1) i
    WHERE NOT EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.index = i)
  ) AS gap
  FROM trial t
  WHERE t.evaluation_id = $1
    AND (t.requested < $3::int OR EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.index >= t.requested))
    AND NOT EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.error = $4)
), blocked AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, outcome, error, landed_at)
  SELECT id, gap, $2, $1, 'landed', 'infra_error', $4, now()
  FROM short WHERE gap IS NOT NULL
  ON CONFLICT (trial_id, index) DO NOTHING
  RETURNING trial_id
), counted AS (
  UPDATE trial t SET requested = t.requested + 1 FROM blocked b WHERE t.id = b.trial_id
)
SELECT (SELECT count(*) FROM blocked)::int
       + (SELECT count(*) FROM trial t JOIN sample s ON s.trial_id = t.id
          WHERE t.evaluation_id = $1 AND s.error = $4)::int AS missing`

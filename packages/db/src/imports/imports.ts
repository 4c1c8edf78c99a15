import type { ImportSpec, LogSource, StoredPage } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { writeEvent } from '../evaluations/events.js'
import { findSubmitted, type Inserted } from '../evaluations/submission.js'
import { newId, type TeamId } from '../ids.js'

interface NewImport {
  readonly name: string
  readonly suite: string | null
  readonly benchmarkId: string
  /** Stands for the model that answered; created if it does not exist yet. */
  readonly pool: string
  readonly model: string
  readonly source: LogSource
  readonly methods: readonly MethodSpec[]
  readonly sampling: ImportSpec['sampling']
  /** The name of the key it is submitted with. */
  readonly owner?: string | null
  readonly idempotency: { readonly key: string; readonly hash: string } | null
}

/**
 * Creates an evaluation from a log, with all its trials at once: its samples are sent, never drawn. Repeated with the
 * same idempotency key and content it returns the existing one, so that an interrupted import can resume.
 */
export async function createImport(db: Database, team: TeamId, made: NewImport): Promise<Inserted> {
  return transaction(db, async (tx) => {
    const id = newId()
    await query(tx, `SELECT enter_imported_pool($1, $2)`, [made.pool, made.model])
    const inserted = await query<{ id: string }>(tx, INSERT, [
      id,
      team,
      made.name,
      made.suite,
      made.benchmarkId,
      made.pool,
      JSON.stringify({ methods: made.methods, sampling: made.sampling }),
      JSON.stringify(made.source),
      made.idempotency?.key ?? null,
      made.idempotency?.hash ?? null,
      made.owner ?? null,
    ])
    if (inserted.length > 0) {
      await query(tx, INSERT_TRIALS, [team, id])
      await writeEvent(
        tx,
        { id, teamId: team },
        { kind: 'submitted', reason: { kind: 'log_announced', counts: {}, why: null } },
      )
      return { kind: 'created', id }
    }
    return (await findSubmitted(tx, team, made)) ?? { kind: 'conflict' }
  })
}

const INSERT = `
INSERT INTO evaluation (id, team_id, name, suite, benchmark_id, pool, spec, source, seed, replicates, questions,
                        trials_total, trials_planned, idempotency_key, idempotency_hash, owner)
SELECT $1, $2, $3, $4, b.id, $6, $7, $8, 0, 1, b.questions, b.questions, b.questions, $9, $10, $11
FROM benchmark b WHERE b.team_id = $2 AND b.id = $5
ON CONFLICT (team_id, idempotency_key) DO NOTHING
RETURNING id`

/** In an order unrelated to the file's, like that of every evaluation. */
const INSERT_TRIALS = `
INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base)
SELECT gen_random_uuid(), $1, $2, row_number() OVER (ORDER BY md5(q.question_id), q.position) - 1, 0, q.position,
       q.question_id, 0
FROM evaluation e JOIN question q ON q.benchmark_id = e.benchmark_id
WHERE e.team_id = $1 AND e.id = $2`

/** Questions per page: each has at most 512 ranges. */
const QUESTIONS = 500

/** A page, or why there is none. */
type StoredSoFar =
  | { readonly kind: 'page'; readonly page: StoredPage }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not imported' }

interface Row {
  readonly questionId: string
  readonly position: number
  readonly from: number
  readonly to: number
}

/**
 * Selects which samples of an imported evaluation are stored, without their texts, so that a resumed sender can skip
 * them; `after` is the previous page's `next`.
 */
export async function selectStoredPage(
  db: Db,
  team: TeamId,
  evaluationId: string,
  after: number | null,
): Promise<StoredSoFar> {
  const [evaluation] = await query<{ imported: boolean }>(db, IS_IMPORTED, [team, evaluationId])
  if (evaluation?.imported !== true) return { kind: evaluation === undefined ? 'unknown' : 'not imported' }
  const rows = await query<Row>(db, STRETCHES, [team, evaluationId, after ?? -1, QUESTIONS, LACKING])
  const byQuestion = new Map<string, { from: number; to: number }[]>()
  for (const { questionId, from, to } of rows) {
    byQuestion.set(questionId, [...(byQuestion.get(questionId) ?? []), { from, to }])
  }
  const questions = [...byQuestion].map(([questionId, stretches]) => ({ questionId, stretches }))
  const next = questions.length < QUESTIONS ? null : (rows.at(-1)?.position ?? null)
  return { kind: 'page', page: { questions, next } }
}

const IS_IMPORTED = `SELECT source IS NOT NULL AS imported FROM evaluation WHERE team_id = $1 AND id = $2`

/** Consecutive indices have the same difference from their rank (gaps and islands). */
const STRETCHES = `
WITH page AS (
  SELECT t.id, t.position, t.question_id FROM trial t
  WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.position > $3
    AND EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.error IS DISTINCT FROM $5)
  ORDER BY t.position LIMIT $4
), ranked AS (
  SELECT p.question_id, p.position, s.index, s.index - row_number() OVER (PARTITION BY p.id ORDER BY s.index) AS stretch
  FROM page p JOIN sample s ON s.trial_id = p.id
  WHERE s.error IS DISTINCT FROM $5
)
SELECT question_id AS "questionId", position, min(index) AS "from", max(index) AS "to" FROM ranked
GROUP BY question_id, position, stretch ORDER BY position, "from"`

/** The detail of a sample that a complete log does not hold. */
export const LACKING = 'the log holds no such sample'

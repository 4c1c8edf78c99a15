import type { ImportSpec, LogSource } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { newId } from '../../new-id.js'
import type { TeamId } from '../../team.js'
import { findSubmitted, type Inserted } from '../evaluations/insert-evaluation.js'
import { type Database, query } from '../query.js'
import { transaction } from '../transaction.js'
import { writeEvent } from '../evaluations/write-event.js'

export interface NewImport {
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
      await writeEvent(tx, { id, teamId: team }, { kind: 'submitted', reason: 'its samples are sent from a log' })
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

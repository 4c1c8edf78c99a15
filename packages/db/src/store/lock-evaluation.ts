import type { EvaluationStatus, MethodSpec } from '@cges-fleet/core'
import { type Db, query } from './query.js'

export interface LockedEvaluation {
  readonly id: string
  readonly teamId: string
  readonly benchmarkId: string
  readonly benchmarkRevision: string
  readonly pool: string
  readonly status: EvaluationStatus
  readonly methods: readonly MethodSpec[]
  readonly seed: number
  readonly questions: number
  readonly trialsTotal: number
  readonly trialsPlanned: number
}

/** Takes the lock that keeps two coordinators from deciding one evaluation at once, and reads what a round needs. */
export async function lockEvaluation(tx: Db, evaluationId: string): Promise<LockedEvaluation | null> {
  const rows = await query<LockedEvaluation & { seed: string }>(
    tx,
    `SELECT e.id, e.team_id AS "teamId", e.benchmark_id AS "benchmarkId", b.revision AS "benchmarkRevision", e.pool,
            e.status, e.spec -> 'methods' AS methods, e.seed, e.questions, e.trials_total AS "trialsTotal",
            e.trials_planned AS "trialsPlanned"
     FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id
     WHERE e.id = $1
     FOR UPDATE OF e`,
    [evaluationId],
  )
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

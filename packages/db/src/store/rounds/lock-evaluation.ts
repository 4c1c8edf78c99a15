import type { EvaluationStatus, Lookahead } from '@cges-fleet/core'
import type { Certification, MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../query.js'

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
  /** Imported from a log: no sample is ever drawn. */
  readonly imported: boolean
  /** Replicates as requested: initially, and with each extension. */
  readonly replicateBlocks: readonly number[]
  /** Up to which trial those closed before methods were added are reopened; null if none need be. */
  readonly reopenedUpTo: number | null
  readonly callsPerSample: number
  /** Rounds that have failed since the last that did not. */
  readonly roundFailures: number
  /** Its last round failed, and the next is not to be tried yet. */
  readonly retriesLater: boolean
  readonly lookahead: Lookahead
  /** The share of its trials that is drawn on to the largest budget. */
  readonly audit: number
  /** Thresholds fixed on calibration questions, by method key. */
  readonly certified: Readonly<Record<string, Certification>>
  /** Calls made for the samples read. */
  readonly attempts: number
  /** Of its samples; 0.7 for those of a log that does not say. */
  readonly temperature: number
  /** The trace it was submitted in; null if it is not traced. */
  readonly traceparent: string | null
}

/**
 * Takes the lock that keeps two coordinators from deciding one evaluation at once, and selects what a round needs.
 * Claims reference the evaluation meanwhile without waiting: a stronger lock would hold them up, and deadlock with
 * those that have paid for a redelivery.
 */
export async function lockEvaluation(tx: Db, evaluationId: string): Promise<LockedEvaluation | null> {
  const rows = await query<Omit<LockedEvaluation, 'seed'> & { seed: string }>(
    tx,
    `SELECT e.id, e.team_id AS "teamId", e.benchmark_id AS "benchmarkId", b.revision AS "benchmarkRevision", e.pool,
            e.status, e.spec -> 'methods' AS methods, e.seed, e.questions, e.trials_total AS "trialsTotal",
            e.trials_planned AS "trialsPlanned", e.reopened_up_to AS "reopenedUpTo",
            e.source IS NOT NULL AS imported,
            coalesce(e.replicate_blocks, ARRAY[e.replicates]) AS "replicateBlocks",
            coalesce(e.spec -> 'lookahead', '"off"') AS lookahead, coalesce((e.spec -> 'audit')::float8, 0) AS audit,
            coalesce(p.calls_per_sample, 1) AS "callsPerSample", e.round_failures AS "roundFailures",
            coalesce(e.round_retry_at > now(), false) AS "retriesLater", e.traceparent, e.certified,
            e.attempts, coalesce((e.spec -> 'sampling' -> 'temperature')::float8, 0.7) AS temperature
     FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id LEFT JOIN spending p ON p.evaluation_id = e.id
     WHERE e.id = $1
     FOR NO KEY UPDATE OF e`,
    [evaluationId],
  )
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

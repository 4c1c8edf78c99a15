import type { EvaluationStatus, Lookahead, Until } from '@cges-fleet/core'
import type { Certification, MethodSpec } from '@cges-fleet/methods'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { writeEvent } from '../evaluations/events.js'
import { reasonJson } from '../evaluations/reason-json.js'
import type { TeamId } from '../ids.js'

export interface LockedEvaluation {
  readonly id: string
  readonly teamId: TeamId
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
  /** Seconds until it is wanted, negative after that; null if nobody said when. */
  readonly secondsLeft: number | null
  /** The share of its trials that is drawn on to the largest budget. */
  readonly audit: number
  /** When it may end before its last question; null if it may not. */
  readonly until: Until | null
  /** Its `until` has held, and its samples are alike. */
  readonly isDecided: boolean
  /** Thresholds fixed on calibration questions, by method key. */
  readonly certified: Readonly<Record<string, Certification>>
  /** Samples read that are charged. */
  readonly samplesDrawn: number
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
            coalesce(e.spec -> 'lookahead', '"off"') AS lookahead,
            extract(epoch FROM (e.spec ->> 'finishBy')::timestamptz - now())::float8 AS "secondsLeft", coalesce((e.spec -> 'audit')::float8, 0) AS audit,
            e.spec -> 'until' AS until, e.decided IS NOT NULL AND jsonb_typeof(e.homogeneity -> 'alarm') IS DISTINCT FROM 'object' AS "isDecided",
            coalesce(p.calls_per_sample, 1) AS "callsPerSample", e.round_failures AS "roundFailures",
            coalesce(e.round_retry_at > now(), false) AS "retriesLater", e.traceparent, e.certified,
            e.samples_drawn AS "samplesDrawn", e.attempts, coalesce((e.spec -> 'sampling' -> 'temperature')::float8, 0.7) AS temperature
     FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id LEFT JOIN spending p ON p.evaluation_id = e.id
     WHERE e.id = $1 AND e.deleted_at IS NULL
     FOR NO KEY UPDATE OF e`,
    [evaluationId],
  )
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

/** An evaluation is stuck once so many of its rounds have failed in a row. */
const STUCK_AFTER = 3

/** The first retry comes after the first of these, each further one after twice as long, up to the last. */
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 600_000

/** The part of an error's message that a reason holds. */
const MESSAGE_LENGTH = 500

interface Failed {
  readonly id: string
  readonly teamId: TeamId
  readonly status: EvaluationStatus
  readonly failures: number
}

/**
 * Notes that a round failed, in a transaction of its own: the next waits, twice as long each time, up to 10 minutes. The
 * third failure in a row makes a running evaluation stuck, with the error as its reason. Returns how many have failed.
 */
export function noteRoundFailure(db: Database, evaluationId: string, message: string): Promise<number> {
  return transaction(db, async (tx) => {
    const [failed] = await query<Failed>(tx, FAIL, [evaluationId, FIRST_RETRY_MS, LAST_RETRY_MS])
    if (failed === undefined) return 0
    const { status, failures } = failed
    if (failures < STUCK_AFTER || (status !== 'running' && status !== 'stuck')) return failures
    const why = message.slice(0, MESSAGE_LENGTH)
    const reason = { kind: 'rounds_fail', counts: { failures }, why } as const
    await query(tx, STICK, [evaluationId, reasonJson(reason)])
    if (status === 'running') await writeEvent(tx, failed, { kind: 'stuck', reason })
    return failures
  })
}

const FAIL = `
UPDATE evaluation SET round_failures = round_failures + 1,
  round_retry_at = now() + least($3::float8, $2::float8 * 2 ^ least(round_failures, 30)) * interval '1 ms'
WHERE id = $1 RETURNING id, team_id AS "teamId", status, round_failures AS failures`

const STICK = `UPDATE evaluation SET status = 'stuck', reason = $2::jsonb, version = version + 1 WHERE id = $1`

/**
 * Forgets earlier failures, in the transaction of a round: if that fails too, they were never forgotten. A stuck
 * evaluation runs again.
 */
export async function forgetRoundFailures(tx: Db, evaluation: LockedEvaluation): Promise<LockedEvaluation> {
  if (evaluation.roundFailures === 0) return evaluation
  await query(tx, FORGET, [evaluation.id])
  if (evaluation.status !== 'stuck') return { ...evaluation, roundFailures: 0 }
  await writeEvent(tx, evaluation, { kind: 'resumed', reason: { kind: 'rounds_work', counts: {}, why: null } })
  return { ...evaluation, roundFailures: 0, status: 'running' }
}

const FORGET = `
UPDATE evaluation SET round_failures = 0, round_retry_at = NULL, version = version + 1,
  reason = CASE WHEN status = 'stuck' THEN NULL ELSE reason END,
  status = CASE WHEN status = 'stuck' THEN 'running' ELSE status END
WHERE id = $1`

import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { writeEvent } from '../evaluations/write-event.js'
import { type Database, type Db, query } from '../query.js'
import { transaction } from '../transaction.js'
import type { LockedEvaluation } from './lock-evaluation.js'

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
    const reason = `its rounds fail, ${failures} in a row, the last with: ${message.slice(0, MESSAGE_LENGTH)}`
    await query(tx, STICK, [evaluationId, reason])
    if (status === 'running') await writeEvent(tx, failed, { kind: 'stuck', reason })
    return failures
  })
}

const FAIL = `
UPDATE evaluation SET round_failures = round_failures + 1,
  round_retry_at = now() + least($3::float8, $2::float8 * 2 ^ least(round_failures, 30)) * interval '1 ms'
WHERE id = $1 RETURNING id, team_id AS "teamId", status, round_failures AS failures`

const STICK = `UPDATE evaluation SET status = 'stuck', reason = $2, version = version + 1 WHERE id = $1`

/**
 * Forgets earlier failures, in the transaction of a round: if that fails too, they were never forgotten. A stuck
 * evaluation runs again.
 */
export async function forgetRoundFailures(tx: Db, evaluation: LockedEvaluation): Promise<LockedEvaluation> {
  if (evaluation.roundFailures === 0) return evaluation
  await query(tx, FORGET, [evaluation.id])
  if (evaluation.status !== 'stuck') return { ...evaluation, roundFailures: 0 }
  await writeEvent(tx, evaluation, { kind: 'resumed', reason: 'its rounds no longer fail' })
  return { ...evaluation, roundFailures: 0, status: 'running' }
}

const FORGET = `
UPDATE evaluation SET round_failures = 0, round_retry_at = NULL, version = version + 1,
  reason = CASE WHEN status = 'stuck' THEN NULL ELSE reason END,
  status = CASE WHEN status = 'stuck' THEN 'running' ELSE status END
WHERE id = $1`

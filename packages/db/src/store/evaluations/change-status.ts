import type { EvaluationEvent, EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { lockOwnEvaluation } from './lock-own-evaluation.js'
import { type Database, query } from '../query.js'
import { transaction } from '../transaction.js'
import { writeEvent } from './write-event.js'

export interface StatusChange {
  readonly from: readonly EvaluationStatus[]
  readonly to: EvaluationStatus
  readonly event: EvaluationEvent['kind']
  readonly reason: string | null
}

/** Moves a team's evaluation from one status to another, writing down why; from any other it stays. Returns the status it has now, or null where there is none. */
export async function changeStatus(
  db: Database,
  team: TeamId,
  { id, from, to, event, reason }: StatusChange & { readonly id: string },
): Promise<EvaluationStatus | null> {
  return transaction(db, async (tx) => {
    const evaluation = await lockOwnEvaluation(tx, team, id)
    if (evaluation === null || !from.includes(evaluation.status)) return evaluation?.status ?? null
    await query(
      tx,
      `UPDATE evaluation SET status = $2, reason = $3, finished_at = CASE WHEN $2 = 'cancelled' THEN now() END, version = version + 1
       WHERE id = $1`,
      [id, to, to === 'running' ? null : reason],
    )
    await writeEvent(tx, evaluation, { kind: event, reason })
    return to
  })
}

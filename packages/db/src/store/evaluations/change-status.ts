import type { EvaluationEvent, EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { lockOwnEvaluation } from './lock-own-evaluation.js'
import { EvaluationEntity } from '../../entities/evaluation.js'
import type { Database } from '../query.js'
import { transaction } from '../transaction.js'
import { writeEvent } from './write-event.js'

export interface StatusChange {
  readonly from: readonly EvaluationStatus[]
  readonly to: EvaluationStatus
  readonly event: EvaluationEvent['kind']
  readonly reason: string | null
}

/**
 * Moves a team's evaluation from one status to another, recording why; from any other status it stays. Returns the
 * resulting status, or null if there is no such evaluation.
 */
export async function changeStatus(
  db: Database,
  team: TeamId,
  { id, from, to, event, reason }: StatusChange & { readonly id: string },
): Promise<EvaluationStatus | null> {
  return transaction(db, async (tx) => {
    const evaluation = await lockOwnEvaluation(tx, team, id)
    if (evaluation === null || !from.includes(evaluation.status)) return evaluation?.status ?? null
    await tx.getRepository(EvaluationEntity).update(
      { id },
      {
        status: to,
        reason: to === 'running' ? null : reason,
        finishedAt: to === 'cancelled' ? () => 'now()' : null,
        version: () => 'version + 1',
      },
    )
    await writeEvent(tx, evaluation, { kind: event, reason })
    return to
  })
}

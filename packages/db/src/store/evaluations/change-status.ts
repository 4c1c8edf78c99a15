import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { lockOwnEvaluation } from './lock-own-evaluation.js'
import type { Database } from '../query.js'
import { transaction } from '../transaction.js'
import { type NewStatus, writeStatus } from './write-status.js'

export interface StatusChange extends NewStatus {
  readonly from: readonly EvaluationStatus[]
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
    await writeStatus(tx, evaluation, { to, event, reason })
    return to
  })
}

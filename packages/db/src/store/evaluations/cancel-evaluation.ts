import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { changeStatus } from './change-status.js'
import type { Database } from '../query.js'

/**
 * Cancels an evaluation. No sample is touched: pending ones can no longer be claimed; those in flight are aborted by
 * their workers, or land and are counted. Returns the resulting status, or null if there is no such evaluation.
 */
export function cancelEvaluation(
  db: Database,
  team: TeamId,
  id: string,
  reason = 'cancelled by a user',
): Promise<EvaluationStatus | null> {
  const from = ['running', 'paused', 'stuck', 'budget_stopped'] as const
  return changeStatus(db, team, { id, from, to: 'cancelled', event: 'cancelled', reason })
}

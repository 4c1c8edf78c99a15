import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { changeStatus } from './change-status.js'
import type { Database } from '../query.js'

/**
 * Pauses a running evaluation: nothing more is claimed or decided, samples in flight land and are counted. Returns the
 * resulting status.
 */
export function pauseEvaluation(
  db: Database,
  team: TeamId,
  id: string,
  reason?: string,
): Promise<EvaluationStatus | null> {
  return changeStatus(db, team, {
    id,
    from: ['running', 'stuck'],
    to: 'paused',
    event: 'paused',
    reason: reason ?? null,
  })
}

/** Resumes a paused evaluation where it stopped. Returns the resulting status. */
export function resumeEvaluation(
  db: Database,
  team: TeamId,
  id: string,
  reason?: string,
): Promise<EvaluationStatus | null> {
  return changeStatus(db, team, { id, from: ['paused'], to: 'running', event: 'resumed', reason: reason ?? null })
}

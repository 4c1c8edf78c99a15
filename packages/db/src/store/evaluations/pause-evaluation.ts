import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { changeStatus } from './change-status.js'
import type { Database } from '../query.js'

/** Holds a running evaluation: nothing more is claimed or decided, what is being drawn lands and is counted. Returns the status it has now. */
export function pauseEvaluation(
  db: Database,
  team: TeamId,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<EvaluationStatus | null> {
  return changeStatus(db, team, { id, from: ['running'], to: 'paused', event: 'paused', reason: reason ?? null })
}

/** Lets a paused evaluation go on where it was. Returns the status it has now. */
export function resumeEvaluation(
  db: Database,
  team: TeamId,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<EvaluationStatus | null> {
  return changeStatus(db, team, { id, from: ['paused'], to: 'running', event: 'resumed', reason: reason ?? null })
}

import type { LockedEvaluation } from './lock-evaluation.js'
import type { Db } from '../query.js'
import { writeStatus } from '../evaluations/write-status.js'

/** Fails an evaluation that cannot continue, with its reason, so that every evaluation ends. */
export function failEvaluation(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: string,
): Promise<void> {
  return writeStatus(tx, evaluation, { to: 'failed', event: 'failed', reason })
}

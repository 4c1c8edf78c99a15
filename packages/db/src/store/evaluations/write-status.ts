import { type EvaluationEvent, type EvaluationStatus, hasEnded } from '@cges-fleet/core'
import { EvaluationEntity } from '../../entities/evaluation.js'
import type { Db } from '../query.js'
import { writeEvent } from './write-event.js'

export interface NewStatus {
  readonly to: EvaluationStatus
  readonly event: EvaluationEvent['kind']
  readonly reason: string | null
}

/** Gives a locked evaluation another status, and records why. A status that ends it dates its end. */
export async function writeStatus(
  tx: Db,
  evaluation: { readonly id: string; readonly teamId: string },
  { to, event, reason }: NewStatus,
): Promise<void> {
  await tx.getRepository(EvaluationEntity).update(
    { id: evaluation.id },
    {
      status: to,
      reason: to === 'running' ? null : reason,
      finishedAt: hasEnded(to) ? () => 'now()' : null,
      version: () => 'version + 1',
    },
  )
  await writeEvent(tx, evaluation, { kind: event, reason })
}

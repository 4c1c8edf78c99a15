import type { LockedEvaluation } from './lock-evaluation.js'
import { EvaluationEntity } from '../../entities/evaluation.js'
import type { Db } from '../query.js'
import { writeEvent } from '../evaluations/write-event.js'

/** Fails an evaluation that cannot continue, with its reason, so that every evaluation ends. */
export async function failEvaluation(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: string,
): Promise<void> {
  await tx
    .getRepository(EvaluationEntity)
    .update(
      { id: evaluation.id, status: 'running' },
      { status: 'failed', reason, finishedAt: () => 'now()', version: () => 'version + 1' },
    )
  await writeEvent(tx, evaluation, { kind: 'failed', reason })
}

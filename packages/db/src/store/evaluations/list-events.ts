import type { EvaluationEvent } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { EvaluationEventEntity } from '../../entities/evaluation-event.js'
import type { Db } from '../query.js'

/** Lists the events of an evaluation, oldest first: all of them, or a number of the newest. */
export async function listEvents(
  db: Db,
  team: TeamId,
  of: { id: string; newest?: number },
): Promise<EvaluationEvent[]> {
  const events = await db.getRepository(EvaluationEventEntity).find({
    where: { teamId: team, evaluationId: of.id },
    order: { sequence: 'DESC' },
    ...(of.newest === undefined ? {} : { take: of.newest }),
  })
  return events.toReversed().map(({ sequence, at, kind, reason }) => ({ sequence, at: at.toISOString(), kind, reason }))
}

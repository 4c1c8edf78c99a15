import type { EvaluationEvent as EventView } from '@cges-fleet/core'
import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** An event in the life of an evaluation, with its reason. */
export interface EvaluationEvent {
  readonly evaluationId: string
  readonly sequence: number
  readonly teamId: TeamId
  readonly kind: EventView['kind']
  readonly reason: string | null
  readonly at: Date
}

export const EvaluationEventEntity = entity<EvaluationEvent>({
  name: 'evaluation_event',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    sequence: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    kind: { type: 'text' },
    reason: { type: 'text', nullable: true },
    at: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    {
      expression:
        "kind IN ('submitted', 'imported', 'paused', 'resumed', 'cancelled', 'extended', 'retried', 'blocked', 'stuck', 'set_aside', 'alarm', 'budget_stopped', 'failed', 'done')",
    },
  ],
})

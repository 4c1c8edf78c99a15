import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** A pending or finished regrade of an evaluation with a later grading version. */
export interface Regrade {
  readonly evaluationId: string
  readonly gradingVersion: number
  readonly teamId: TeamId
  readonly requestedAt: Date
  readonly finishedAt: Date | null
  readonly digest: string | null
  readonly samples: number
  readonly unreadable: number
}

export const RegradeEntity = entity<Regrade>({
  name: 'regrade',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    gradingVersion: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    requestedAt: { type: 'timestamptz', default: () => 'now()' },
    finishedAt: { type: 'timestamptz', nullable: true },
    digest: { type: 'text', nullable: true },
    samples: { type: 'int', default: 0 },
    unreadable: { type: 'int', default: 0 },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

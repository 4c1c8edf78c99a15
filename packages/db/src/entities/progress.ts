import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** Samples read per minute, for the recent rate. */
export interface Progress {
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly at: Date
  readonly samples: number
}

export const ProgressEntity = entity<Progress>({
  name: 'progress',
  columns: {
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid', primary: true },
    at: { type: 'timestamptz', primary: true },
    samples: { type: 'int' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

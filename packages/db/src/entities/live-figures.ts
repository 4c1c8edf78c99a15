import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** Like `method_calls`, but for the closed prefix only, with paired differences; shown while it runs. */
export interface LiveFigures {
  readonly evaluationId: string
  readonly methodKey: string
  readonly calls: number
  readonly teamId: TeamId
  readonly resolved: number
  readonly correct: number
  readonly paired: number
  readonly wins: number
  readonly losses: number
}

export const LiveFiguresEntity = entity<LiveFigures>({
  name: 'live_figures',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    methodKey: { type: 'text', primary: true },
    calls: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    resolved: { type: 'int' },
    correct: { type: 'int' },
    paired: { type: 'int' },
    wins: { type: 'int' },
    losses: { type: 'int' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

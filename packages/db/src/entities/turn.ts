import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** The finish tag, in start-time fair queueing, of the last call planned for a team in a pool. */
export interface Turn {
  readonly pool: string
  readonly teamId: TeamId
  readonly lastTag: number
}

export const TurnEntity = entity<Turn>({
  name: 'turn',
  columns: {
    pool: { type: 'text', primary: true },
    teamId: { type: 'uuid', primary: true },
    lastTag: { type: 'double precision' },
  },
  foreignKeys: [
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
})

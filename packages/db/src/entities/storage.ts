import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** Bytes a team stores. */
export interface Storage {
  readonly teamId: TeamId
  readonly bytes: string
}

export const StorageEntity = entity<Storage>({
  name: 'storage',
  columns: {
    teamId: { type: 'uuid', primary: true },
    bytes: { type: 'bigint' },
  },
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
  checks: [{ expression: 'bytes >= 0' }],
})

import type { TeamId } from '../team.js'
import { atLeastNone } from './bounds.js'
import { entity } from './entity.js'

/** The usage of a team by pool and day. */
export interface Usage {
  readonly teamId: TeamId
  readonly pool: string
  readonly day: string
  readonly calls: string
  readonly tokens: string
  readonly gpuMs: number
  readonly work: number
}

export const UsageEntity = entity<Usage>({
  name: 'usage',
  columns: {
    teamId: { type: 'uuid', primary: true },
    pool: { type: 'text', primary: true },
    day: { type: 'date', primary: true },
    calls: { type: 'bigint', default: 0 },
    tokens: { type: 'bigint', default: 0 },
    gpuMs: { type: 'double precision', default: 0 },
    work: { type: 'double precision', default: 0 },
  },
  foreignKeys: [
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: ['calls', 'tokens', 'gpu_ms', 'work'].map(atLeastNone),
})

import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** The standing of an undecided method on a trial; its verdict replaces it. */
export interface Standing {
  readonly trialId: string
  readonly methodKey: string
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly readUpTo: number
  readonly leader: string | null
  readonly score: number | null
  readonly blocked: boolean
}

export const StandingEntity = entity<Standing>({
  name: 'standing',
  columns: {
    trialId: { type: 'uuid', primary: true },
    methodKey: { type: 'text', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    readUpTo: { type: 'int' },
    leader: { type: 'text', nullable: true },
    score: { type: 'double precision', nullable: true },
    blocked: { type: 'boolean', default: false },
  },
  foreignKeys: [{ target: 'trial', columnNames: ['teamId', 'trialId'], referencedColumnNames: ['teamId', 'id'] }],
})

import type { TeamId } from '../team.js'
import { atLeastNone } from './bounds.js'
import { computed, entity } from './entity.js'

/** The usage and caps of an evaluation. */
export interface Spending {
  readonly evaluationId: string
  readonly teamId: TeamId
  readonly callCap: number | null
  readonly tokenCap: string | null
  readonly callsPerSample: number
  readonly tokensPerCall: string
  readonly calls: number
  readonly callsReserved: number
  readonly tokens: string
  readonly redelivered: number
  /** The redraws that its cap allows. */
  readonly redeliveries: number | null
  readonly gpuMs: number
  readonly work: number
}

export const SpendingEntity = entity<Spending>({
  name: 'spending',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    callCap: { type: 'int', nullable: true },
    tokenCap: { type: 'bigint', nullable: true },
    callsPerSample: { type: 'int', default: 1 },
    tokensPerCall: { type: 'bigint' },
    calls: { type: 'int', default: 0 },
    callsReserved: { type: 'int', default: 0 },
    tokens: { type: 'bigint', default: 0 },
    redelivered: { type: 'int', default: 0 },
    redeliveries: { type: 'int', nullable: true, ...computed('call_cap / 5 + 50') },
    gpuMs: { type: 'double precision', default: 0 },
    work: { type: 'double precision', default: 0 },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: 'call_cap > 0' },
    { expression: 'calls + calls_reserved <= call_cap' },
    { expression: 'redelivered <= redeliveries' },
    { expression: 'token_cap > 0' },
    ...['calls', 'tokens', 'gpu_ms', 'work'].map(atLeastNone),
  ],
})

import type { Preflight } from '@cges-fleet/core'
import { reason, slots } from './bounds.js'
import { entity } from './entity.js'

/** A worker as of its last heartbeat. */
export interface Worker {
  readonly id: string
  /** Known to its process alone. */
  readonly secret: string
  readonly pool: string
  readonly slots: number
  readonly ready: boolean
  /** The reason it is not ready. */
  readonly reason: string | null
  readonly engine: string | null
  /** What it found out about its model server before its first call. */
  readonly preflight: Preflight | null
  readonly heartbeatAt: Date
}

export const WorkerEntity = entity<Worker>({
  name: 'worker',
  columns: {
    id: { type: 'uuid', primary: true },
    secret: { type: 'uuid', default: () => 'gen_random_uuid()' },
    pool: { type: 'text' },
    slots: { type: 'int' },
    ready: { type: 'boolean' },
    reason: { type: 'text', nullable: true },
    engine: { type: 'text', nullable: true },
    preflight: { type: 'jsonb', nullable: true },
    heartbeatAt: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [{ target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] }],
  checks: [slots, ...['reason', 'engine'].map(reason), { expression: 'octet_length(preflight::text) <= 16384' }],
})

import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** One question in one replicate: its samples are shared by all methods. */
export interface Trial {
  readonly id: string
  readonly teamId: TeamId
  readonly evaluationId: string
  /** Its position in the order in which trials are opened. */
  readonly ordinal: number
  readonly replicate: number
  readonly position: number
  readonly questionId: string
  /** The base of its samples' seeds: sample i is seeded by this and i. */
  readonly seedBase: string
  readonly state: 'open' | 'closed' | 'blocked'
  /** Samples planned so far. */
  readonly asked: number
  /** Samples a round has read. */
  readonly read: number
  /** The contiguous prefix of those. */
  readonly readUpTo: number
  /** Parked: waits for its set's decision and requests no samples meanwhile. */
  readonly parked: boolean
  readonly retrying: boolean
  /** Its samples read that have a text, and how many of these texts are distinct. */
  readonly texts: number
  readonly distinctTexts: number
}

export const TrialEntity = entity<Trial>({
  name: 'trial',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    ordinal: { type: 'int' },
    replicate: { type: 'int' },
    position: { type: 'int' },
    questionId: { type: 'text' },
    seedBase: { type: 'bigint' },
    state: { type: 'text', default: 'open' },
    asked: { type: 'int', default: 0 },
    read: { type: 'int', default: 0 },
    readUpTo: { type: 'int', default: 0 },
    parked: { type: 'boolean', default: false },
    retrying: { type: 'boolean', default: false },
    texts: { type: 'int', default: 0 },
    distinctTexts: { type: 'int', default: 0 },
  },
  uniques: [{ columns: ['evaluationId', 'ordinal'] }, { columns: ['teamId', 'id'] }],
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: '0 <= distinct_texts AND distinct_texts <= texts' },
    { expression: '0 <= read_up_to AND read_up_to <= read AND read <= asked AND asked <= 1024' },
    { expression: "state IN ('open', 'closed', 'blocked')" },
  ],
})

import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** A batch of questions that a model ranks by difficulty, for DSC. */
export interface Ranking {
  readonly id: string
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly methodKey: string
  readonly replicate: number
  readonly batch: number
  readonly positions: readonly number[]
  readonly seed: string
  readonly state: 'open' | 'landed'
  readonly tries: number
  readonly easiestFirst: readonly number[] | null
  /** Whether its call is counted against the caps. */
  readonly reserved: boolean
}

export const RankingEntity = entity<Ranking>({
  name: 'ranking',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    methodKey: { type: 'text' },
    replicate: { type: 'int' },
    batch: { type: 'int' },
    positions: { type: 'int', array: true },
    seed: { type: 'bigint' },
    state: { type: 'text', default: 'open' },
    tries: { type: 'int', default: 0 },
    easiestFirst: { type: 'int', array: true, nullable: true },
    reserved: { type: 'boolean', default: false },
  },
  uniques: [{ columns: ['evaluationId', 'methodKey', 'replicate', 'batch'] }, { columns: ['teamId', 'id'] }],
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: "state IN ('open', 'landed')" },
    { expression: 'cardinality(easiest_first) <= cardinality(positions)' },
  ],
})

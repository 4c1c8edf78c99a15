import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** The order a set of questions is decided in, from the rankings of its batches. */
export interface RankingOrder {
  readonly evaluationId: string
  readonly teamId: TeamId
  readonly methodKey: string
  readonly replicate: number
  readonly easyToHard: readonly number[]
}

export const RankingOrderEntity = entity<RankingOrder>({
  name: 'ranking_order',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    methodKey: { type: 'text', primary: true },
    replicate: { type: 'int', primary: true },
    easyToHard: { type: 'int', array: true },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** The reference answer of a question. */
export interface Gold {
  readonly teamId: TeamId
  readonly benchmarkId: string
  readonly position: number
  readonly answer: string
  readonly answerKey: string
  readonly gradingVersion: number
}

export const GoldEntity = entity<Gold>({
  name: 'gold',
  columns: {
    teamId: { type: 'uuid' },
    benchmarkId: { type: 'uuid', primary: true },
    position: { type: 'int', primary: true },
    answer: { type: 'text' },
    answerKey: { type: 'text' },
    gradingVersion: { type: 'int' },
  },
  foreignKeys: [
    {
      target: 'question',
      columnNames: ['teamId', 'benchmarkId', 'position'],
      referencedColumnNames: ['teamId', 'benchmarkId', 'position'],
    },
  ],
})

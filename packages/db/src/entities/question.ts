import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** A question of a benchmark, by its position; its reference answer is a `gold` row, which no worker sees. */
export interface Question {
  readonly teamId: TeamId
  readonly benchmarkId: string
  readonly position: number
  /** Its id in the benchmark's file. */
  readonly questionId: string
  readonly question: string
  readonly choices: readonly string[] | null
  /** SHA-256 of the dataset's row. */
  readonly rowHash: string | null
}

export const QuestionEntity = entity<Question>({
  name: 'question',
  columns: {
    teamId: { type: 'uuid' },
    benchmarkId: { type: 'uuid', primary: true },
    position: { type: 'int', primary: true },
    questionId: { type: 'text' },
    question: { type: 'text' },
    choices: { type: 'jsonb', nullable: true },
    rowHash: { type: 'text', nullable: true },
  },
  uniques: [{ columns: ['benchmarkId', 'questionId'] }, { columns: ['teamId', 'benchmarkId', 'position'] }],
  foreignKeys: [
    { target: 'benchmark', columnNames: ['teamId', 'benchmarkId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

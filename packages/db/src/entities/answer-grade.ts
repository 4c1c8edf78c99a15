import type { TeamId } from '../team.js'
import { computed, entity } from './entity.js'

/** Whether an answer to a question is right, by one version of the grading. */
export interface AnswerGrade {
  readonly teamId: TeamId
  readonly benchmarkId: string
  readonly position: number
  readonly answerKey: string
  /** Of the key, which may be longer than an index takes. PostgreSQL computes it. */
  readonly answerHash: string
  readonly gradingVersion: number
  readonly correct: boolean
}

export const AnswerGradeEntity = entity<AnswerGrade>({
  name: 'answer_grade',
  columns: {
    teamId: { type: 'uuid' },
    benchmarkId: { type: 'uuid', primary: true },
    position: { type: 'int', primary: true },
    answerKey: { type: 'text' },
    answerHash: { type: 'text', primary: true, ...computed('md5(answer_key)') },
    gradingVersion: { type: 'int', primary: true },
    correct: { type: 'boolean' },
  },
  foreignKeys: [
    {
      target: 'question',
      columnNames: ['teamId', 'benchmarkId', 'position'],
      referencedColumnNames: ['teamId', 'benchmarkId', 'position'],
    },
  ],
})

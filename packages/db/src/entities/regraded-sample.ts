import type { AnswerTier } from '@cges-fleet/answers'
import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** A sample as read by a later grading version. */
export interface RegradedSample {
  readonly trialId: string
  readonly index: number
  readonly gradingVersion: number
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly outcome: 'answer' | 'no_answer'
  readonly rawAnswer: string | null
  readonly answerKey: string | null
  readonly answerTier: AnswerTier | null
}

export const RegradedSampleEntity = entity<RegradedSample>({
  name: 'regraded_sample',
  columns: {
    trialId: { type: 'uuid', primary: true },
    index: { type: 'int', primary: true },
    gradingVersion: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    outcome: { type: 'text' },
    rawAnswer: { type: 'text', nullable: true },
    answerKey: { type: 'text', nullable: true },
    answerTier: { type: 'text', nullable: true },
  },
  foreignKeys: [
    {
      target: 'sample',
      columnNames: ['teamId', 'trialId', 'index'],
      referencedColumnNames: ['teamId', 'trialId', 'index'],
    },
  ],
  checks: [
    { expression: "answer_tier IN ('marked', 'stated', 'last')" },
    { expression: "outcome IN ('answer', 'no_answer')" },
  ],
})

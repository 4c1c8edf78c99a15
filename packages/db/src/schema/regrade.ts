import type { AnswerTier } from '@cges-fleet/answers'
import type { GradedAnswer } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import { computed, entity } from './entity.js'

/** A pending or finished regrade of an evaluation with a later grading version. */
export interface Regrade {
  readonly evaluationId: string
  readonly gradingVersion: number
  readonly teamId: TeamId
  readonly requestedAt: Date
  readonly finishedAt: Date | null
  readonly digest: string | null
  readonly samples: number
  readonly unreadable: number
}

export const RegradeEntity = entity<Regrade>({
  name: 'regrade',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    gradingVersion: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    requestedAt: { type: 'timestamptz', default: () => 'now()' },
    finishedAt: { type: 'timestamptz', nullable: true },
    digest: { type: 'text', nullable: true },
    samples: { type: 'int', default: 0 },
    unreadable: { type: 'int', default: 0 },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

/** An answer or a verdict that a regrade changed. */
export interface RegradeFlip {
  readonly id: string
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly gradingVersion: number
  readonly trialId: string
  readonly sampleIndex: number | null
  readonly methodKey: string | null
  readonly before: GradedAnswer
  readonly after: GradedAnswer
}

export const RegradeFlipEntity = entity<RegradeFlip>({
  name: 'regrade_flip',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    gradingVersion: { type: 'int' },
    trialId: { type: 'uuid' },
    sampleIndex: { type: 'int', nullable: true },
    methodKey: { type: 'text', nullable: true },
    before: { type: 'jsonb' },
    after: { type: 'jsonb' },
  },
  foreignKeys: [{ target: 'trial', columnNames: ['teamId', 'trialId'], referencedColumnNames: ['teamId', 'id'] }],
  checks: [{ expression: '(sample_index IS NULL) <> (method_key IS NULL)' }],
})

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

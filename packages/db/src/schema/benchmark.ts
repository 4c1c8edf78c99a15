import type { AnswerKind } from '@cges-fleet/answers'
import type { DatasetSource, Sampling } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import { entity } from './entity.js'

/** Questions of one kind under one name; changed content is a new revision. */
export interface Benchmark {
  readonly id: string
  readonly teamId: TeamId
  readonly name: string
  readonly revision: string
  readonly title: string
  readonly origin: 'imported' | 'generated'
  readonly answerKind: AnswerKind
  readonly template: string
  /** The default sampling parameters of its evaluations. */
  readonly sampling: Partial<Sampling>
  /** The number of its questions. */
  readonly questions: number
  readonly createdAt: Date
  /** The public dataset it was imported from. */
  readonly dataset: DatasetSource | null
}

export const BenchmarkEntity = entity<Benchmark>({
  name: 'benchmark',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    name: { type: 'text' },
    revision: { type: 'text' },
    title: { type: 'text' },
    origin: { type: 'text' },
    answerKind: { type: 'text' },
    template: { type: 'text' },
    sampling: { type: 'jsonb' },
    questions: { type: 'int' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    dataset: { type: 'jsonb', nullable: true },
  },
  uniques: [{ columns: ['teamId', 'id'] }, { columns: ['teamId', 'name', 'revision'] }],
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
  checks: [{ expression: "origin IN ('imported', 'generated')" }, { expression: 'questions > 0' }],
})

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

import type { AnswerKind } from '@cges-fleet/answers'
import type { DatasetSource, Sampling } from '@cges-fleet/core'
import type { TeamId } from '../team.js'
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

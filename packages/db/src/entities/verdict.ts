import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** A method's decision on a trial: written once, never changed. */
export interface Verdict {
  readonly trialId: string
  readonly methodKey: string
  readonly gradingVersion: number
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly calls: number
  readonly answerKey: string | null
  readonly score: number | null
  readonly reason: string
  readonly decidedAt: Date
  /** The posterior mass of all unseen answers, if the method has one. */
  readonly otherScore: number | null
  /** The tokens charged for its calls; null if all tokens generated in them are charged. */
  readonly tokens: string | null
}

export const VerdictEntity = entity<Verdict>({
  name: 'verdict',
  columns: {
    trialId: { type: 'uuid', primary: true },
    methodKey: { type: 'text', primary: true },
    gradingVersion: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    calls: { type: 'int' },
    answerKey: { type: 'text', nullable: true },
    score: { type: 'double precision', nullable: true },
    reason: { type: 'text' },
    decidedAt: { type: 'timestamptz', default: () => 'now()' },
    otherScore: { type: 'double precision', nullable: true },
    tokens: { type: 'bigint', nullable: true },
  },
  foreignKeys: [{ target: 'trial', columnNames: ['teamId', 'trialId'], referencedColumnNames: ['teamId', 'id'] }],
  checks: [{ expression: 'calls > 0' }],
})

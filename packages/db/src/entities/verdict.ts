import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** What a method decided of a trial: written once, never changed. */
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
  /** The posterior of all answers not seen, where the method has one. */
  readonly otherScore: number | null
  /** Charged for its calls; null if it is all that was generated in them. */
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

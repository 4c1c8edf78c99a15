import type { GradedAnswer } from '@cges-fleet/core'
import type { TeamId } from '../team.js'
import { entity } from './entity.js'

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

import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** Verdicts of a method by their number of calls: totals, spread and survival in one small table. */
export interface MethodCalls {
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly methodKey: string
  readonly calls: number
  readonly resolved: number
  readonly correct: number
  readonly gradingVersion: number
  /** The tokens generated in the calls charged, over verdicts for which every call's tokens are known. */
  readonly tokens: string
  /** The number of those verdicts. */
  readonly tokensKnown: number
}

export const MethodCallsEntity = entity<MethodCalls>({
  name: 'method_calls',
  columns: {
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid', primary: true },
    gradingVersion: { type: 'int', primary: true, default: 0 },
    methodKey: { type: 'text', primary: true },
    calls: { type: 'int', primary: true },
    resolved: { type: 'int' },
    correct: { type: 'int' },
    tokens: { type: 'bigint', default: 0 },
    tokensKnown: { type: 'int', default: 0 },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

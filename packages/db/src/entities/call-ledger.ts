import type { TeamId } from '../team.js'
import { gpuMilliseconds, reason, tokens } from './bounds.js'
import { entity } from './entity.js'

/** A finished attempt at a call, unique by call and fence; spending is summed from these. */
export interface CallLedger {
  readonly callId: string
  readonly fence: number
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly workerId: string
  readonly state: 'settled' | 'failed' | 'discarded' | 'handed_back' | 'lost'
  readonly reason: string | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly gpuMs: number | null
  readonly startedAt: Date
  readonly endedAt: Date
}

export const CallLedgerEntity = entity<CallLedger>({
  name: 'call_ledger',
  columns: {
    callId: { type: 'uuid', primary: true },
    fence: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    workerId: { type: 'uuid' },
    state: { type: 'text' },
    reason: { type: 'text', nullable: true },
    promptTokens: { type: 'int', nullable: true },
    completionTokens: { type: 'int', nullable: true },
    gpuMs: { type: 'real', nullable: true },
    startedAt: { type: 'timestamptz' },
    endedAt: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
    { target: 'call', columnNames: ['teamId', 'callId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: "state IN ('settled', 'failed', 'discarded', 'handed_back', 'lost')" },
    ...['prompt_tokens', 'completion_tokens'].map(tokens),
    gpuMilliseconds('gpu_ms'),
    reason('reason'),
  ],
})

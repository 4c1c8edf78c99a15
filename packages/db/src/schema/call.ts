import type { CallKind } from '@cges-fleet/core'
import type { EndsBelow } from '@cges-fleet/methods'
import type { TeamId } from '../ids.js'
import { computed, entity, gpuMilliseconds, reason, tokens } from './entity.js'

/** One unit of the fleet's work with its full state: a draw, a score or a ranking. */
export interface Call {
  readonly id: string
  readonly kind: CallKind
  readonly teamId: TeamId
  /** Null for a reply, which belongs to a request of the gateway. */
  readonly evaluationId: string | null
  readonly pool: string
  /** Set for a draw or a score; null for a ranking. */
  readonly trialId: string | null
  /** Set for a ranking; null for a draw or a score. */
  readonly rankingId: string | null
  /** Set for a reply alone. */
  readonly requestId: string | null
  readonly index: number
  readonly seed: string | null
  /** Its start tag in start-time fair queueing. */
  readonly tag: number
  readonly cost: number
  readonly state: 'pending' | 'leased' | 'ended'
  /** Whether it has not ended. PostgreSQL writes it, never as null, though it does not say so. */
  readonly live: boolean | null
  /** The fencing token, raised by every claim: only the newest holder may end the call. */
  readonly fence: number
  readonly deliveries: number
  readonly unclearFaults: number
  /** When its lease expires; null unless it is leased. */
  readonly leaseUntil: Date | null
  readonly queueAt: Date
  /** When the sweep queued it under its present fence; null if it has not. */
  readonly queuedAt: Date | null
  readonly workerId: string | null
  /** The claim that holds the lease, so that a worker finds a call if the answer to its claim was lost. */
  readonly claim: string | null
  readonly claimedAt: Date | null
  readonly createdAt: Date
  /** For a draw that may be ended early: the group confidence below which it is, by group size in tokens. */
  readonly endsBelow: EndsBelow | null
}

export const CallEntity = entity<Call>({
  name: 'call',
  columns: {
    id: { type: 'uuid', primary: true },
    kind: { type: 'text' },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid', nullable: true },
    pool: { type: 'text' },
    trialId: { type: 'uuid', nullable: true },
    rankingId: { type: 'uuid', nullable: true },
    requestId: { type: 'uuid', nullable: true },
    index: { type: 'int' },
    seed: { type: 'bigint', nullable: true },
    tag: { type: 'double precision', default: 0 },
    cost: { type: 'real', default: 0 },
    state: { type: 'text', default: 'pending' },
    live: { type: 'boolean', nullable: true, ...computed("state <> 'ended'") },
    fence: { type: 'int', default: 0 },
    deliveries: { type: 'int', default: 0 },
    unclearFaults: { type: 'int', default: 0 },
    leaseUntil: { type: 'timestamptz', nullable: true },
    queueAt: { type: 'timestamptz' },
    queuedAt: { type: 'timestamptz', nullable: true },
    workerId: { type: 'uuid', nullable: true },
    claim: { type: 'uuid', nullable: true },
    claimedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    endsBelow: { type: 'jsonb', nullable: true },
  },
  uniques: [{ columns: ['teamId', 'id'] }, { columns: ['trialId', 'index', 'kind'] }],
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
    { target: 'ranking', columnNames: ['teamId', 'rankingId'], referencedColumnNames: ['teamId', 'id'] },
    { target: 'trial', columnNames: ['teamId', 'trialId'], referencedColumnNames: ['teamId', 'id'] },
    { target: 'chat_request', columnNames: ['teamId', 'requestId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: "state IN ('pending', 'leased', 'ended')" },
    { expression: '0 <= index AND index < 1024' },
    { name: 'call_leased', expression: "(state = 'leased') = (lease_until IS NOT NULL)" },
    { name: 'call_claimed', expression: "state <> 'leased' OR (worker_id IS NOT NULL AND claimed_at IS NOT NULL)" },
  ],
})

/** A finished attempt at a call, unique by call and fence; spending is summed from these. */
export interface CallLedger {
  readonly callId: string
  readonly fence: number
  readonly teamId: TeamId
  /** Null for a reply, which belongs to a request of the gateway. */
  readonly evaluationId: string | null
  readonly workerId: string
  /** The key of a lost or abandoned attempt's claim, by which its late end is known; null for any other. */
  readonly claim: string | null
  readonly state: 'settled' | 'failed' | 'discarded' | 'handed_back' | 'lost' | 'abandoned'
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
    evaluationId: { type: 'uuid', nullable: true },
    workerId: { type: 'uuid' },
    claim: { type: 'uuid', nullable: true },
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
    { expression: "state IN ('settled', 'failed', 'discarded', 'handed_back', 'lost', 'abandoned')" },
    ...['prompt_tokens', 'completion_tokens'].map(tokens),
    gpuMilliseconds('gpu_ms'),
    reason('reason'),
  ],
})

/** A batch of questions that a model ranks by difficulty, for DSC. */
export interface Ranking {
  readonly id: string
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly methodKey: string
  readonly replicate: number
  readonly batch: number
  readonly positions: readonly number[]
  readonly seed: string
  readonly state: 'open' | 'landed'
  readonly tries: number
  readonly easiestFirst: readonly number[] | null
  /** Whether its call is counted against the caps. */
  readonly reserved: boolean
}

export const RankingEntity = entity<Ranking>({
  name: 'ranking',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    methodKey: { type: 'text' },
    replicate: { type: 'int' },
    batch: { type: 'int' },
    positions: { type: 'int', array: true },
    seed: { type: 'bigint' },
    state: { type: 'text', default: 'open' },
    tries: { type: 'int', default: 0 },
    easiestFirst: { type: 'int', array: true, nullable: true },
    reserved: { type: 'boolean', default: false },
  },
  uniques: [{ columns: ['evaluationId', 'methodKey', 'replicate', 'batch'] }, { columns: ['teamId', 'id'] }],
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: "state IN ('open', 'landed')" },
    { expression: 'cardinality(easiest_first) <= cardinality(positions)' },
  ],
})

/** The order a set of questions is decided in, from the rankings of its batches. */
export interface RankingOrder {
  readonly evaluationId: string
  readonly teamId: TeamId
  readonly methodKey: string
  readonly replicate: number
  readonly easyToHard: readonly number[]
}

export const RankingOrderEntity = entity<RankingOrder>({
  name: 'ranking_order',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    methodKey: { type: 'text', primary: true },
    replicate: { type: 'int', primary: true },
    easyToHard: { type: 'int', array: true },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

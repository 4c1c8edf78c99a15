import type { ChatBody, Outcome } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import type { DrawnSample } from '../worker/landings.js'
import { atLeastNone, bytes, entity, gpuMilliseconds, modelName, numbers, tokens, WHOLE_NUMBER } from './entity.js'

/** What a request asked for, without its text. */
export interface ChatWorkFigures extends Pick<KeptRequest, 'model' | 'methodKey' | 'budget'> {
  readonly seed: number
}

/** A request of the gateway, from its first draw until what it used is booked; then its texts are gone. */
export interface ChatRequest {
  readonly id: string
  readonly teamId: TeamId
  readonly pool: string
  /** The process that answers it, and hears of its replies. */
  readonly gateway: string
  /** Null once it has ended. */
  readonly body: ChatBody | null
  /** What is kept of it if its gateway dies. */
  readonly work: ChatWorkFigures
  /** The most tokens one of its calls may need. */
  readonly tokensPerCall: string
  readonly createdAt: Date
  /** When its gateway last said that it still answers it. */
  readonly seenAt: Date
  readonly endedAt: Date | null
}

export const ChatRequestEntity = entity<ChatRequest>({
  name: 'chat_request',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    pool: { type: 'text' },
    gateway: { type: 'uuid' },
    body: { type: 'jsonb', nullable: true },
    work: { type: 'jsonb' },
    tokensPerCall: { type: 'bigint' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    seenAt: { type: 'timestamptz', default: () => 'now()' },
    endedAt: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ columns: ['teamId', 'id'] }],
  foreignKeys: [
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
  ],
  checks: [{ expression: '(body IS NULL) = (ended_at IS NOT NULL)' }, { expression: 'tokens_per_call > 0' }],
})

/** A reply that a worker drew, until its request ends. */
export interface ChatReply {
  readonly requestId: string
  readonly index: number
  readonly teamId: TeamId
  readonly outcome: Outcome
  readonly drawn: Omit<DrawnSample, 'body'>
  readonly text: string | null
  readonly reasoning: string | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly gpuMs: number | null
  readonly landedAt: Date
}

export const ChatReplyEntity = entity<ChatReply>({
  name: 'chat_reply',
  columns: {
    requestId: { type: 'uuid', primary: true },
    index: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    outcome: { type: 'text' },
    drawn: { type: 'jsonb' },
    text: { type: 'text', nullable: true },
    reasoning: { type: 'text', nullable: true },
    promptTokens: { type: 'int', nullable: true },
    completionTokens: { type: 'int', nullable: true },
    gpuMs: { type: 'real', nullable: true },
    landedAt: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [
    { target: 'chat_request', columnNames: ['teamId', 'requestId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    { expression: '0 <= index AND index < 1024' },
    {
      expression:
        "outcome IN ('answer', 'no_answer', 'truncated', 'declined', 'ended_early', 'invalid_request', 'infra_error')",
    },
    ...['prompt_tokens', 'completion_tokens'].map(tokens),
    gpuMilliseconds('gpu_ms'),
    numbers('drawn'),
    ...['text', 'reasoning'].map(bytes),
  ],
})

/** The figures of a request that has ended, kept as long as its team wants: no text, and no answer. */
export interface KeptRequest {
  /** The request's own, so that it is kept once. */
  readonly id: string
  readonly teamId: TeamId
  readonly pool: string
  readonly model: string
  readonly methodKey: string
  readonly budget: number
  /** Why its draws ended: what the answer says, or else the code of the error. */
  readonly stoppedBy: string
  /** Calls asked for until its answer; those still under way then were abandoned. */
  readonly planned: number
  /** Calls, tokens and money as booked to the team, without those of the audit; money is null without a price. */
  readonly calls: number
  readonly tokens: number
  readonly money: number | null
  readonly seconds: number
  /** The share of the votes that the answer has; null without an answer. */
  readonly agreement: number | null
  readonly score: number | null
  readonly seed: string
  readonly digest: string | null
  /** How the early answer compares with the vote of the whole budget; null if it was not audited. */
  readonly audit: 'same' | 'differs' | 'abandoned' | null
  readonly auditCalls: number
  readonly auditTokens: number
  readonly auditMoney: number
  readonly endedAt: Date
}

export const KeptRequestEntity = entity<KeptRequest>({
  name: 'kept_request',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    pool: { type: 'text' },
    model: { type: 'text' },
    methodKey: { type: 'text' },
    budget: { type: 'int' },
    stoppedBy: { type: 'text' },
    planned: { type: 'int' },
    calls: { type: 'int' },
    tokens: { type: 'bigint', transformer: WHOLE_NUMBER },
    money: { type: 'double precision', nullable: true },
    seconds: { type: 'double precision' },
    agreement: { type: 'double precision', nullable: true },
    score: { type: 'double precision', nullable: true },
    seed: { type: 'bigint' },
    digest: { type: 'text', nullable: true },
    audit: { type: 'text', nullable: true },
    auditCalls: { type: 'int', default: 0 },
    auditTokens: { type: 'bigint', transformer: WHOLE_NUMBER, default: 0 },
    auditMoney: { type: 'double precision', default: 0 },
    endedAt: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
  ],
  checks: [
    { expression: '0 < budget AND budget <= 1024 AND planned BETWEEN 1 AND budget' },
    ...['calls', 'tokens', 'money', 'seconds', 'audit_calls', 'audit_tokens', 'audit_money'].map(atLeastNone),
    { expression: 'agreement BETWEEN 0 AND 1' },
    { expression: "audit IN ('same', 'differs', 'abandoned')" },
    { expression: 'length(stopped_by) <= 40 AND length(digest) = 64' },
    ...['model', 'method_key'].map(modelName),
  ],
})

/** What the audits of one pool and method have found since they began, however long requests are kept. */
export interface RequestAudit {
  readonly teamId: TeamId
  readonly pool: string
  readonly methodKey: string
  readonly since: Date
  readonly audited: number
  /** Of these, early answers that are not that of the whole budget. */
  readonly differed: number
}

export const RequestAuditEntity = entity<RequestAudit>({
  name: 'request_audit',
  columns: {
    teamId: { type: 'uuid', primary: true },
    pool: { type: 'text', primary: true },
    methodKey: { type: 'text', primary: true },
    since: { type: 'timestamptz', default: () => 'now()' },
    audited: { type: 'int' },
    differed: { type: 'int' },
  },
  foreignKeys: [
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
  ],
  checks: [{ expression: '0 <= differed AND differed <= audited' }],
})

import type { ChatBody, Outcome } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import type { DrawnSample } from '../worker/landings.js'
import { bytes, entity, gpuMilliseconds, numbers, tokens } from './entity.js'

/** A request of the gateway, from its first draw until what it used is booked; then its texts are gone. */
export interface ChatRequest {
  readonly id: string
  readonly teamId: TeamId
  readonly pool: string
  /** The process that answers it, and hears of its replies. */
  readonly gateway: string
  /** Null once it has ended. */
  readonly body: ChatBody | null
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

import type { RefusedSetting, ToolCall } from '@cges-fleet/core'
import type { StreamFaultKind } from './sse-parser.js'
import type { Logged } from './token-log.js'

/** A complete answer, or the part before its token or time limit, or before the token by which it could be ended early. */
export type Finished = Logged & {
  readonly kind: 'finished'
  readonly text: string
  readonly reasoning: string | null
  /** The functions it calls; none of most. */
  readonly toolCalls: readonly ToolCall[]
  readonly finish: 'stop' | 'length' | 'tool_calls' | 'declined' | 'ended_early'
  readonly promptTokens: number
  readonly completionTokens: number
  /** Whether it came piece by piece; else whole, from a server that does not stream. */
  readonly streamed: boolean
  readonly ttftMs: number
  readonly totalMs: number
}

/** The tokens of a request as far as they are known: null before the server has said, or sent any. */
export interface UsedTokens {
  readonly promptTokens: number | null
  readonly completionTokens: number | null
}

/** What broke: the connection, the server's silence, the time limit, its refusal, or what it sent. */
export type FaultKind = 'connection' | 'silence' | 'time_limit' | 'refusal' | StreamFaultKind

/**
 * How one request to a model server ended.
 *
 * - `finished`: an answer, never drawn again.
 * - `rejected`: the server will never answer this request; never drawn again.
 * - `fault`: something broke. The first byte is the first generated token: before it the fault cannot depend on
 *   what the model wrote, after it it might. A server that gives up, as one that is stopped or dies does, does so to
 *   every answer alike. What a server does wrong every time counts as `mid_stream`: it is not worth many redraws.
 * - `misconfigured`: no request of this worker can succeed; it should pause and say why.
 * - `aborted`: the caller's own signal; the connection is closed, upon which the server stops generating.
 */
export type Drawn =
  | Finished
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  | {
      readonly kind: 'fault'
      readonly when: 'before_first_byte' | 'mid_stream' | 'server_gave_up'
      readonly what: FaultKind
      readonly message: string
    }
  | { readonly kind: 'misconfigured'; readonly message: string }
  | ({ readonly kind: 'aborted' } & UsedTokens)

/** The end of a request that was not sent, since its server cannot apply a setting that matters. */
export function rejectedBy({ parameter, field, value, neutral }: RefusedSetting): Drawn {
  return {
    kind: 'rejected',
    status: 400,
    message:
      `the model server does not accept ${parameter}, and this evaluation sets ${field} to ${value}: ` +
      `set ${field} to ${neutral}, or use a server that accepts it`,
  }
}

/** The end of a request that was not sent, since its pool continues texts, where no function can be called. */
export const NO_TOOLS: Drawn = {
  kind: 'rejected',
  status: 400,
  message: 'this pool serves text completions, which take no tools: use a pool that serves chats',
}

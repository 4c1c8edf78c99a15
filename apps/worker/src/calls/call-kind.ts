import type { Attempt, ClaimedCall, DrawingContext } from '@cges-fleet/db'
import { inSpan, type Logger, logger, type Span } from '@cges-fleet/telemetry'
import type { SampleRequest } from '../model-server/completion-request.js'
import type { Drawn, UsedTokens } from '../model-server/drawn.js'
import type { GivenUp } from './held-leases.js'

/** The fate of a call after one attempt. */
export type Fate<Result> =
  | { readonly kind: 'land'; readonly result: Result }
  | { readonly kind: 'redraw'; readonly reason: string; readonly unclear: boolean }
  | ({ readonly kind: 'hand_back'; readonly reason: string } & Partial<UsedTokens>)
  /** Nobody needs the result any more: what was drawn of it is overhead. */
  | ({ readonly kind: 'abandon'; readonly reason: string } & Partial<UsedTokens>)
  /** No request of this worker can succeed: it must pause. */
  | { readonly kind: 'pause'; readonly reason: string }

/** The input of a call's model request; the rest of the request is the same for all kinds. */
export type CallRequest = Pick<
  SampleRequest,
  'system' | 'prompt' | 'messages' | 'extra' | 'seed' | 'sampling' | 'topLogprobs' | 'watched'
>

/** A kind of queued call: how it is made, and how its result is handled. Everything else is common to all kinds. */
export interface CallKind<Call extends ClaimedCall, Result> {
  /** The name of its attempts' spans. */
  readonly span: string
  /** The attributes that identify it in traces and logs. */
  named(call: Call): Readonly<Record<string, string | number>>
  requestOf(call: Call, context: DrawingContext): CallRequest
  /** Decides what an attempt's end means; the signal aborts once nobody wants the result. */
  fateOf(drawn: Drawn, call: Call, at: { context: DrawingContext; signal: AbortSignal }): Promise<Fate<Result>>
  /** Stores the result. Returns false if another attempt holds the call by then. */
  land(attempt: Attempt & Call & { readonly gpuMs: number }, result: Result): Promise<boolean>
  /** Reports a stored result to the log and the metrics. */
  landed(call: Call & { readonly gpuMs: number }, result: Result, log: Logger): void
}

/** The fate of a call whose request was aborted, with the tokens it had. */
export function givenUp(reason: GivenUp, drawn: Drawn): Fate<never> {
  const hasTokens = drawn.kind === 'aborted' || drawn.kind === 'finished'
  const { promptTokens, completionTokens } = hasTokens ? drawn : { promptTokens: null, completionTokens: null }
  return { kind: reason === 'no longer needed' ? 'abandon' : 'hand_back', reason, promptTokens, completionTokens }
}

/**
 * Identifies an attempt in the model server's log and in ours: `trial/index/fence`, for a ranking `ranking/try/fence`,
 * for a reply `request/index/fence`.
 */
export function requestIdOf(call: ClaimedCall): string {
  return `${subjectOf(call)}/${call.index}/${call.fence}`
}

function subjectOf(call: ClaimedCall): string {
  switch (call.kind) {
    case 'draw':
      return call.trialId
    case 'rank':
      return call.rankingId
    case 'chat':
      return call.requestId
  }
}

/** Runs one attempt's work in its span, with a logger that names its ids. */
export function inCall<Call extends ClaimedCall, Result>(
  kind: Pick<CallKind<Call, Result>, 'span' | 'named'>,
  call: Call,
  work: (span: Span, log: Logger) => Promise<Fate<Result>['kind']>,
): Promise<Fate<Result>['kind']> {
  const { evaluationId: evaluation, fence } = call
  const fields = { ...(evaluation === null ? {} : { evaluation }), ...kind.named(call), fence }
  const attributes = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`cges.${name}`, value]))
  const log = logger('Call', { ...fields, request: requestIdOf(call) })
  return inSpan(kind.span, { attributes }, (span) => work(span, log))
}

/** Reports an attempt that stored nothing to its log and its trace. */
export function tell(fate: Fate<unknown>, span: Span, own: Logger): void {
  switch (fate.kind) {
    case 'land':
      return
    case 'hand_back':
      span.fail(fate.reason)
      return own.info(`handed back: ${fate.reason}`)
    case 'abandon':
      return own.debug(`abandoned: ${fate.reason}`)
    case 'redraw':
    case 'pause':
      span.fail(fate.reason)
      return own.warn(
        `${fate.kind === 'redraw' ? 'to be asked again' : 'handed back by a worker that pauses'}: ${fate.reason}`,
      )
  }
}

import type { Attempt, ClaimedCall, DrawingContext } from '@cges-fleet/db'
import type { Drawn } from '../model-server/drawn.js'
import type { SampleRequest } from '../model-server/sample-request.js'

/** The fate of a call after one attempt. */
export type Fate<Result> =
  | { readonly kind: 'land'; readonly result: Result }
  | { readonly kind: 'redraw'; readonly reason: string; readonly unclear: boolean }
  | { readonly kind: 'hand_back'; readonly reason: string }
  /** No request of this worker can succeed: it must pause. */
  | { readonly kind: 'pause'; readonly reason: string }

/** The input of a call's model request; the rest of the request is the same for all kinds. */
export type Asked = Pick<SampleRequest, 'system' | 'prompt' | 'seed' | 'sampling' | 'topLogprobs' | 'watched'>

/** A kind of queued call: how it is made, and how its result is handled. Everything else is common to all kinds. */
export interface CallKind<Call extends ClaimedCall, Result> {
  /** The name of its attempts' spans. */
  readonly span: string
  /** The attributes that identify it in traces and logs. */
  named(call: Call): Readonly<Record<string, string | number>>
  asked(call: Call, context: DrawingContext): Asked
  /** Decides what an attempt's end means; the signal aborts once nobody wants the result. */
  fateOf(drawn: Drawn, call: Call, at: { context: DrawingContext; signal: AbortSignal }): Promise<Fate<Result>>
  /** Stores the result. Returns false if another attempt holds the call by then. */
  land(attempt: Attempt & Call & { readonly gpuMs: number }, result: Result): Promise<boolean>
  /** Reports a stored result to the log and the metrics. */
  landed(call: Call & { readonly gpuMs: number }, result: Result): void
}

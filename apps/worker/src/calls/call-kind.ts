import type { Attempt, ClaimedCall, DataSource, DrawingContext } from '@cges-fleet/db'
import type { Drawn } from '../model-server/drawn.js'
import type { SampleRequest } from '../model-server/sample-request.js'

/** What becomes of a call after one attempt. */
export type Fate<Result> =
  | { readonly kind: 'land'; readonly result: Result }
  | { readonly kind: 'redraw'; readonly reason: string; readonly unclear: boolean }
  | { readonly kind: 'hand_back'; readonly reason: string }
  /** No request of this worker can succeed: it must pause. */
  | { readonly kind: 'pause'; readonly reason: string }

/** What a call asks a model for; the rest of the request is the same for all kinds. */
export type Asked = Pick<SampleRequest, 'system' | 'prompt' | 'seed' | 'sampling'>

/** A kind of call that a queue carries: what it asks, and what its end means. All else is the same for every kind. */
export interface CallKind<Call extends ClaimedCall, Result> {
  /** What its attempts are called in a trace. */
  readonly span: string
  /** By what they are told apart, there and in the log. */
  named(call: Call): Readonly<Record<string, string | number>>
  asked(call: Call, context: DrawingContext): Asked
  /** Decides what an attempt's end means; the signal tells when nobody waits for it any more. */
  fateOf(drawn: Drawn, call: Call, at: { context: DrawingContext; signal: AbortSignal }): Promise<Fate<Result>>
  /** Keeps what came of it. Returns false where the call was another's by then. */
  land(db: DataSource, attempt: Attempt & Call & { readonly gpuMs: number }, result: Result): Promise<boolean>
  /** Tells the log and the metrics of what was kept. */
  landed(call: Call & { readonly gpuMs: number }, result: Result): void
}

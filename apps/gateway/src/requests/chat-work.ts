import type { ChatBody } from '@cges-fleet/core'
import type { TrialMethodSpec } from '@cges-fleet/methods'

/** A request as the gateway answers it. */
export interface ChatWork {
  readonly pool: string
  /** The model that the pool serves. */
  readonly servedModel: string
  /** The model as the caller named it. */
  readonly model: string
  readonly method: TrialMethodSpec
  readonly body: ChatBody
  readonly seed: number
  /** The most tokens one of its calls may need. */
  readonly tokensPerCall: number
  /** After how long the best answer so far is given; null waits for the method. */
  readonly deadlineMs: number | null
  /** The replies that an answer at the deadline needs, drawn at once. */
  readonly minSamples: number
  /** What is answered if no answer can be read: the first reply, or an error. */
  readonly noAnswer: 'first' | 'error'
  /** Whether every reply is told, and not the votes alone. */
  readonly tellsSamples: boolean
  readonly stream: boolean
  readonly includesUsage: boolean
}

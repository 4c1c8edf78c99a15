import type { Sampling } from '@cges-fleet/core'
import type { Watched } from './token-log.js'

/** A request to a model server for one answer, with everything that determines it. */
export type SampleRequest = {
  /** Identifies the attempt in the server's log, such as `trial/index/fence`. */
  readonly requestId: string
  readonly model: string
  /** A system message before the prompt, if there is one. */
  readonly system?: string
  readonly prompt: string
  readonly seed: number
  readonly sampling: Sampling
  /** How many of the likeliest tokens are wanted at every place; none unless given. */
  readonly topLogprobs?: number
  /** How its confidence is followed, and where it may be ended early; left out if neither. */
  readonly watched?: Watched
  /** The most tokens the prompt and its answer have together, which may shorten the answer; null if unknown. */
  readonly context: number | null
  /** Time limit of the whole answer, from the moment of the request. */
  readonly deadlineMs: number
  /** Called with the number of tokens so far, whenever more arrive. */
  readonly generated?: (tokens: number) => void
}

/**
 * What is wrong with an answer that was delivered.
 *
 * - `gave_up`: the server ended it of its own accord.
 * - `reported_error`: it reports an error.
 * - `no_end`: it stopped before its end.
 * - `unreadable_event`: an event that is no completion chunk.
 * - `no_completion`: all of it is something other than a completion.
 * - `unknown_end`: a finish_reason that is not known.
 * - `other_choice`: a second answer, though one was asked for.
 * - `text_after_end`: more text after its end.
 * - `too_long`: more bytes than the answer asked for can have.
 */
export type StreamFaultKind =
  | 'gave_up'
  | 'reported_error'
  | 'no_end'
  | 'unreadable_event'
  | 'no_completion'
  | 'unknown_end'
  | 'other_choice'
  | 'text_after_end'
  | 'too_long'

/** How a server answers whatever it is asked: it will do so again, even if no token came. */
const EVERY_TIME: ReadonlySet<StreamFaultKind> = new Set([
  'no_completion',
  'unknown_end',
  'other_choice',
  'text_after_end',
  'too_long',
])

/** A response that was delivered but reports, or shows, that its answer is incomplete or cannot be understood. */
export class StreamFault extends Error {
  override readonly name = 'StreamFault'

  constructor(
    readonly what: StreamFaultKind,
    message: string,
  ) {
    super(message)
  }

  /** Whether it may depend on the text being generated: only one such fault of a sample is redrawn. */
  isUnclear(hasBegun: boolean): boolean {
    return EVERY_TIME.has(this.what) || (hasBegun && this.what !== 'gave_up')
  }
}

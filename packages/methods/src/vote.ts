import type { Confidences } from './confidence/confidence-signal.js'
import type { MinimaByWindow } from './traces/group-minima.js'

/**
 * One sample as a method sees it: the comparison key of its answer (null if none could be read) and its confidences in
 * (0, 1). Gold answers are not part of it, so no method can look at them.
 */
export type Vote = {
  readonly answer: string | null
  readonly confidences: Confidences
  /** How many tokens were generated for it; left out if not known. */
  readonly tokens?: number
  /** How its confidence fell from token to token, for rules that read that, by the tokens of a group. */
  readonly minima?: MinimaByWindow
  /** Its trace was ended before its answer, since every method that needed it had ended it by then. */
  readonly endedEarly?: boolean
}

import type { ConfidenceSignal } from '@cges-fleet/methods'
import type { ValueMap } from '@cges-fleet/replay'
import type { LabelFlags } from '../tune/labelled-questions.js'

/** The options of `cges gate`. */
export interface GateFlags extends LabelFlags {
  readonly confidence: ConfidenceSignal
  readonly target: number
  /** How many questions' labels it may read; none unless given. */
  readonly labels?: number
  readonly seed: number
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
  readonly json?: boolean
}

import { DEFAULT_BUDGET, type MethodSpec } from '@cges-fleet/methods'
import type { Recording } from '@cges-fleet/replay'
import { UsageError } from '../../usage-error.js'
import { splitMethods } from './split-methods.js'

const BY_CONFIDENCE = 'cges:confidence=lns-arith,gamma=0.99'

/**
 * The methods to run if neither the caller nor the data name any: SC and its best-known rivals, and CGES if every
 * sample has a confidence; each with as many samples as every question has.
 */
export function usualMethods(recordings: readonly Recording[], asked: number | undefined): MethodSpec[] {
  const least = Math.min(...recordings.map(({ samples }) => samples.length))
  if (least < 2) {
    throw new UsageError(
      'the data have but one sample of some question, and nothing to vote on there; --methods runs what you name anyway',
    )
  }
  const hasConfidence = recordings.every(({ samples }) => samples.every(isConfident))
  const budget = asked ?? Math.min(least, DEFAULT_BUDGET)
  const byAnswers = `sc;esc:window=${budget < 8 ? 2 : 4};asc-beta`
  return splitMethods([hasConfidence ? `${byAnswers};${BY_CONFIDENCE}` : byAnswers], budget)
}

function isConfident({ signals, confidence }: Recording['samples'][number]): boolean {
  return confidence !== null || signals['lns-arith'] !== undefined
}

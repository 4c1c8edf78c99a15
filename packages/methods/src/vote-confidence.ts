import type { ConfidenceSignal } from './confidence/confidence-signal.js'
import type { Vote } from './vote.js'

/** Reads a valid sample's confidence; a RangeError names the sample, counted from 1, that has none. */
export function voteConfidence(vote: Vote, signal: ConfidenceSignal, sample: number): number {
  const confidence = vote.confidences[signal]
  if (confidence === undefined || Number.isNaN(confidence)) {
    throw new RangeError(`sample ${sample} has an answer but no ${signal} confidence`)
  }
  return confidence
}

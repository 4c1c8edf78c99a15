import type { SignalName } from './confidence/signal-names.js'
import type { Vote } from './vote.js'

/** Looks up a valid sample's confidence; the RangeError for a missing one names the sample, counted from 1. */
export function voteConfidence(vote: Vote, signal: SignalName, sample: number): number {
  const confidence = vote.confidences[signal]
  if (confidence === undefined || Number.isNaN(confidence)) {
    throw new RangeError(`sample ${sample} has an answer but no ${signal} confidence`)
  }
  return confidence
}

import { addCgesEvidence, type CgesEvidence, type LogOddsMap } from './add-cges-evidence.js'
import type { SignalName } from './confidence/signal-names.js'
import type { Vote } from './vote.js'
import { voteConfidence } from './vote-confidence.js'

/** The confidence by which CGES weighs an answer: a signal, or one constant for all, and its recalibration. */
export type CgesWeighing = {
  readonly confidence: SignalName | 'constant'
  readonly constant?: number | undefined
  readonly map?: LogOddsMap | undefined
}

/** The constant confidence if none is given. */
export const CONSTANT = 0.8

/** Adds a sample as CGES weighs it; `sample` counts from 1. Throws a RangeError if its confidence is missing. */
export function addVoteEvidence(evidence: CgesEvidence, vote: Vote, spec: CgesWeighing, sample: number): void {
  if (vote.answer === null) return
  const { confidence: signal, constant = CONSTANT, map } = spec
  const confidence = signal === 'constant' ? constant : voteConfidence(vote, signal, sample)
  addCgesEvidence(evidence, { answer: vote.answer, confidence }, undefined, map)
}

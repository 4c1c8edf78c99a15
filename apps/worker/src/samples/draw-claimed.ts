import { renderPrompt, storable } from '@cges-fleet/formats'
import { requiredSignals } from '@cges-fleet/methods'
import { type ClaimedSample, type DrawingContext, type DrawnSample } from '@cges-fleet/db'
import type { Drawn } from '../model-server/drawn.js'
import type { Scored } from '../reward/scored.js'
import { type Reading, readResponse, undrawn } from './read-response.js'

/** What becomes of a sample after one attempt. */
export type Fate =
  | { readonly kind: 'land'; readonly drawn: DrawnSample }
  | { readonly kind: 'redraw'; readonly reason: string; readonly unclear: boolean }
  | { readonly kind: 'hand_back'; readonly reason: string }
  /** No request of this worker can succeed: it must pause. */
  | { readonly kind: 'pause'; readonly reason: string }

/** What an attempt's end is judged by besides the sample. */
export interface FateContext {
  readonly context: DrawingContext
  readonly engine: string | null
  /** What a reward model made of the response; left out where none was asked. */
  readonly reward?: (Scored & { readonly confidence?: number | undefined }) | undefined
}

/** Faults after the first byte that one sample may have: they may depend on its content, so only one is redrawn. */
const UNCLEAR_ALLOWED = 1

/** Says what to send to the model for a claimed sample. */
export function promptOf(sample: ClaimedSample, context: DrawingContext): string {
  const { question, choices } = sample
  return renderPrompt(context, choices === null ? { question } : { question, choices })
}

/**
 * Decides what an attempt's end means. Only what does not depend on what the model wrote is drawn again without
 * limit of kind: redrawing long or unreadable answers would flatter accuracy.
 */
export function fateOf(drawn: Drawn, sample: ClaimedSample, at: FateContext): Fate {
  switch (drawn.kind) {
    case 'finished':
      return scored(readResponse(drawn, readingOf(sample, at)), sample, at)
    case 'rejected':
      return { kind: 'land', drawn: undrawn('invalid_request', `${drawn.status}: ${drawn.message}`) }
    case 'fault':
      return drawn.when === 'mid_stream'
        ? unclear(sample, drawn.message)
        : { kind: 'redraw', reason: storable(drawn.message), unclear: false }
    case 'misconfigured':
      return { kind: 'pause', reason: storable(drawn.message) }
    case 'aborted':
      return { kind: 'hand_back', reason: 'aborted' }
  }
}

/** A response whose scores are missing is drawn again or given up like one without log-probabilities. */
function scored(drawn: DrawnSample, sample: ClaimedSample, { context, reward }: FateContext): Fate {
  switch (reward?.kind) {
    case undefined:
      return landed(drawn, sample, context)
    case 'scored': {
      const rm = reward.confidence === undefined ? {} : { rm: reward.confidence }
      return landed({ ...drawn, signals: { ...drawn.signals, ...rm }, rewardSteps: reward.steps }, sample, context)
    }
    case 'unscorable':
      return { kind: 'land', drawn: undrawn('infra_error', reward.message) }
    case 'fault':
      return { kind: 'redraw', reason: storable(reward.message), unclear: false }
    case 'misconfigured':
      return { kind: 'pause', reason: storable(reward.message) }
    case 'aborted':
      return { kind: 'hand_back', reason: 'aborted' }
  }
}

function readingOf(sample: ClaimedSample, at: FateContext): Reading {
  const { answerKind: kind, paper } = at.context
  return { kind, paper, choices: sample.choices?.length, engine: at.engine }
}

/** A sample that votes lands only with every signal its evaluation's methods need, for all methods alike. */
function landed(drawn: DrawnSample, sample: ClaimedSample, context: DrawingContext): Fate {
  if (drawn.outcome !== 'answer') return { kind: 'land', drawn }
  const missing = requiredSignals(context.methods).filter((signal) => drawn.signals?.[signal] === undefined)
  if (missing.length === 0) return { kind: 'land', drawn }
  return unclear(sample, `the server gave no log-probabilities for ${missing.join(', ')}`)
}

function unclear(sample: ClaimedSample, reason: string): Fate {
  return sample.unclearFaults < UNCLEAR_ALLOWED
    ? { kind: 'redraw', reason: storable(reason), unclear: true }
    : { kind: 'land', drawn: undrawn('infra_error', reason) }
}

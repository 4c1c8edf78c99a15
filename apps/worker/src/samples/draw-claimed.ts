import { renderPrompt, storable } from '@cges-fleet/formats'
import { requiredSignals } from '@cges-fleet/methods'
import type { ClaimedDraw, DrawingContext, DrawnSample } from '@cges-fleet/db'
import type { Fate } from '../calls/call-kind.js'
import type { Drawn } from '../model-server/drawn.js'
import type { Scored } from '../reward/scored.js'
import { type Reading, readResponse, undrawn } from './read-response.js'

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
export function promptOf(sample: ClaimedDraw, context: DrawingContext): string {
  const { question, choices } = sample
  return renderPrompt(context, choices === null ? { question } : { question, choices })
}

/**
 * Decides what an attempt's end means. Only what does not depend on what the model wrote is drawn again without
 * limit of kind: redrawing long or unreadable answers would flatter accuracy.
 */
export function fateOf(drawn: Drawn, sample: ClaimedDraw, at: FateContext): Fate<DrawnSample> {
  switch (drawn.kind) {
    case 'finished':
      return scored(readResponse(drawn, readingOf(sample, at)), sample, at)
    case 'rejected':
      return { kind: 'land', result: undrawn('invalid_request', `${drawn.status}: ${drawn.message}`) }
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
function scored(drawn: DrawnSample, sample: ClaimedDraw, { context, reward }: FateContext): Fate<DrawnSample> {
  switch (reward?.kind) {
    case undefined:
      return landed(drawn, sample, context)
    case 'scored': {
      const rm = reward.confidence === undefined ? {} : { rm: reward.confidence }
      return landed({ ...drawn, signals: { ...drawn.signals, ...rm }, rewardSteps: reward.steps }, sample, context)
    }
    case 'unscorable':
      return { kind: 'land', result: undrawn('infra_error', reward.message) }
    case 'fault':
      return { kind: 'redraw', reason: storable(reward.message), unclear: false }
    case 'misconfigured':
      return { kind: 'pause', reason: storable(reward.message) }
    case 'aborted':
      return { kind: 'hand_back', reason: 'aborted' }
  }
}

function readingOf(sample: ClaimedDraw, at: FateContext): Reading {
  const { answerKind: kind, paper } = at.context
  return { kind, paper, choices: sample.choices?.length, engine: at.engine }
}

/** A sample that votes lands only with every signal its evaluation's methods need, for all methods alike. */
function landed(drawn: DrawnSample, sample: ClaimedDraw, context: DrawingContext): Fate<DrawnSample> {
  if (drawn.outcome !== 'answer') return { kind: 'land', result: drawn }
  const missing = requiredSignals(context.methods).filter((signal) => drawn.signals?.[signal] === undefined)
  if (missing.length === 0) return { kind: 'land', result: drawn }
  return unclear(sample, `the server gave no log-probabilities for ${missing.join(', ')}`)
}

function unclear(sample: ClaimedDraw, reason: string): Fate<DrawnSample> {
  return sample.unclearFaults < UNCLEAR_ALLOWED
    ? { kind: 'redraw', reason: storable(reason), unclear: true }
    : { kind: 'land', result: undrawn('infra_error', reason) }
}

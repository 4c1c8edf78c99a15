import { WINDOWS } from '@cges-fleet/core'
import { renderPrompt, storable } from '@cges-fleet/formats'
import { requiredSignals, requiredWindows } from '@cges-fleet/methods'
import type { ClaimedDraw, DrawingContext, DrawnSample } from '@cges-fleet/db'
import type { Fate } from '../calls/call-kind.js'
import type { Drawn, Finished } from '../model-server/drawn.js'
import type { LogprobGap } from '../model-server/token-log.js'
import type { Scored, Unscored } from '../scores/scored.js'
import { parseResponse, undrawn } from './parse-response.js'

/** The conditions besides the sample that decide how an attempt ends. */
export interface FateContext {
  readonly context: DrawingContext
  readonly engine: string | null
  /** The reward model's result for the response; left out if none was asked. */
  readonly reward?: (Scored & { readonly confidence?: number | undefined }) | undefined
  /** How much each step of the response matters; left out if nothing was asked. */
  readonly importance?: Scored | undefined
}

/** What of a claimed call decides how an attempt at it ends: the same for a sample and a reply. */
type Drawable = Pick<ClaimedDraw, 'choices' | 'unclearFaults'> & { readonly tools?: boolean }

/** Faults after the first byte that one sample may have: they may depend on its content, so only one is redrawn. */
const UNCLEAR_ALLOWED = 1

/** Builds the prompt of a claimed sample. */
export function promptOf(sample: ClaimedDraw, context: DrawingContext): string {
  const { question, choices } = sample
  return renderPrompt(context, choices === null ? { question } : { question, choices })
}

/**
 * Decides what an attempt's end means. Only faults that do not depend on what the model wrote are redrawn freely:
 * redrawing long or unreadable answers would inflate accuracy.
 */
export function fateOf(drawn: Drawn, sample: Drawable, at: FateContext): Fate<DrawnSample> {
  switch (drawn.kind) {
    case 'finished':
      return scored(drawn, sample, at)
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

/** A response whose scores are missing is redrawn or given up like one without log-probabilities. */
function scored(drawn: Finished, sample: Drawable, at: FateContext): Fate<DrawnSample> {
  const { context, engine, reward, importance } = at
  if (reward !== undefined && reward.kind !== 'scored') return unscored(reward)
  if (importance !== undefined && importance.kind !== 'scored') return unscored(importance)
  const { answerKind: kind, paper } = context
  const reading = {
    kind,
    paper,
    choices: sample.choices ?? undefined,
    tools: sample.tools === true,
    engine,
    importance: importance?.steps,
  }
  const read = parseResponse(drawn, reading)
  if (reward === undefined) return landed(read, sample, { context, gap: drawn.gap })
  const rm = reward.confidence === undefined ? {} : { rm: reward.confidence }
  const rewarded = { ...read, signals: { ...read.signals, ...rm }, rewardSteps: reward.steps }
  return landed(rewarded, sample, { context, gap: drawn.gap })
}

function unscored(why: Unscored): Fate<DrawnSample> {
  switch (why.kind) {
    case 'unscorable':
      return { kind: 'land', result: undrawn('infra_error', why.message) }
    case 'fault':
      return { kind: 'redraw', reason: storable(why.message), unclear: false }
    case 'misconfigured':
      return { kind: 'pause', reason: storable(why.message) }
    case 'aborted':
      return { kind: 'hand_back', reason: 'aborted' }
  }
}

/** A voting sample lands only with every signal its evaluation's methods need, for all methods alike. */
function landed(
  drawn: DrawnSample,
  sample: Drawable,
  { context, gap }: { readonly context: DrawingContext; readonly gap: LogprobGap | null },
): Fate<DrawnSample> {
  if (drawn.outcome !== 'answer') return { kind: 'land', result: drawn }
  const lacks: string[] = requiredSignals(context.methods).filter((signal) => drawn.signals?.[signal] === undefined)
  if (requiredWindows(context.methods).some((window) => drawn.minima?.[window] === undefined)) lacks.push(WINDOWS)
  if (lacks.length === 0) return { kind: 'land', result: drawn }
  const named = lacks.map((each) => (each === WINDOWS ? 'its confidence from token to token' : each)).join(', ')
  return unclear(sample, `${whyMissing(gap)}, so there is no ${named}`, lacks)
}

function whyMissing(gap: LogprobGap | null): string {
  switch (gap?.kind) {
    case 'none':
      return 'the server gave no log-probabilities'
    case 'incomplete':
      return 'the server gave log-probabilities for only some of the tokens'
    case 'counts':
      return `the server counted ${gap.counted} tokens and gave ${gap.logged} log-probabilities`
    case undefined:
      return 'the server gave log-probabilities, but too little beside them'
  }
}

function unclear(sample: Drawable, reason: string, lacks: readonly string[] = []): Fate<DrawnSample> {
  return sample.unclearFaults < UNCLEAR_ALLOWED
    ? { kind: 'redraw', reason: storable(reason), unclear: true }
    : { kind: 'land', result: undrawn('infra_error', reason, lacks) }
}

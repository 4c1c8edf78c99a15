import { findAnswer } from '@cges-fleet/answers'
import { type ClaimedDraw, type DrawingContext, type DrawnSample, type Landing, landSamples } from '@cges-fleet/db'
import {
  CERTAINTY_SIGNALS,
  requiredSignals,
  requiredWindows,
  SELF_CERTAINTY_TOP,
  TOKEN_CONFIDENCE_TOP,
} from '@cges-fleet/methods'
import type { Logger } from '@cges-fleet/telemetry'
import type { CallParts } from '../calls/call-parts.js'
import type { CallRequest, CallKind, Fate } from '../calls/call-kind.js'
import { Batcher } from '../calls/batches.js'
import type { Drawn } from '../model-server/drawn.js'
import type { Scored } from '../scores/scored.js'
import { type FateContext, fateOf, promptOf } from './draw-claimed.js'

interface Circumstances {
  readonly context: DrawingContext
  readonly signal: AbortSignal
}

/** The calls that draw a sample: the response is read, scored if a method needs that, and lands. */
export class SampleDraws implements CallKind<ClaimedDraw, DrawnSample> {
  readonly span = 'sample'
  readonly #landings: Batcher<Landing, boolean>

  constructor(private readonly parts: Pick<CallParts, 'db' | 'engine' | 'scorers' | 'metrics'>) {
    this.#landings = new Batcher((landings) => landSamples(parts.db, landings), bytesOf)
  }

  named({ trialId, index }: ClaimedDraw) {
    return { trial: trialId, sample: index }
  }

  requestOf(draw: ClaimedDraw, context: DrawingContext): CallRequest {
    const request = { prompt: promptOf(draw, context), seed: draw.seed, sampling: context.sampling }
    return { ...request, ...watchedFor(context.methods, draw.endsBelow) }
  }

  async fateOf(drawn: Drawn, draw: ClaimedDraw, at: Circumstances): Promise<Fate<DrawnSample>> {
    const scores = await this.#score(drawn, draw, at)
    return fateOf(drawn, draw, { context: at.context, engine: this.parts.engine.fingerprint, ...scores })
  }

  land(
    { callId, fence, claim, gpuMs }: ClaimedDraw & { readonly gpuMs: number },
    drawn: DrawnSample,
  ): Promise<boolean> {
    return this.#landings.ask({ callId, fence, claim, gpuMs, drawn })
  }

  landed(draw: ClaimedDraw & { readonly gpuMs: number }, sample: DrawnSample, log: Logger): void {
    const { engine, metrics } = this.parts
    metrics.landed({ ...sample, gpuMs: draw.gpuMs, team: draw.teamId, model: engine.model })
    const { outcome } = sample
    if (outcome === 'infra_error' || outcome === 'invalid_request') log.warn(`given up: ${outcome}`)
    else log.debug(`landed: ${outcome}`)
  }

  /** Has a voting response scored by the signals that the methods of its evaluation need. */
  async #score(
    drawn: Drawn,
    draw: ClaimedDraw,
    { context, signal }: Circumstances,
  ): Promise<Pick<FateContext, 'reward' | 'importance'>> {
    const { reward, steps } = this.parts.scorers
    if (drawn.kind !== 'finished' || drawn.finish !== 'stop') return {}
    const needed = requiredSignals(context.methods)
    const isRewarded = reward !== null && needed.includes('rm')
    const isWeighed = steps !== null && drawn.tokens !== null && needed.includes('mars-learned')
    if (!isRewarded && !isWeighed) return {}
    if (findAnswer(context.answerKind, drawn.text, draw.choices ?? undefined) === null) return {}
    const scored = isRewarded ? this.#heeded(await reward.score(draw, drawn.text, signal)) : undefined
    if (isRewarded && scored?.kind !== 'scored') return { reward: scored }
    const importance = isWeighed ? this.#heeded(await steps.score(draw, drawn.tokens, signal)) : undefined
    return {
      reward: scored?.kind === 'scored' ? { ...scored, confidence: reward?.confidence(scored.steps) } : undefined,
      importance,
    }
  }

  /** Makes the worker check whether a server that failed still serves. */
  #heeded(scored: Scored): Scored {
    const { engine } = this.parts
    if (scored.kind === 'fault') engine.suspect(scored.message)
    if (scored.kind === 'misconfigured') engine.pause(scored.message)
    return scored
  }
}

/** What is requested and followed beside each token, for the signals and windows that methods read. */
export function watchedFor(
  methods: DrawingContext['methods'],
  endsBelow: ClaimedDraw['endsBelow'],
): Pick<CallRequest, 'topLogprobs' | 'watched'> {
  const required = requiredSignals(methods)
  const isSure = CERTAINTY_SIGNALS.some((signal) => required.includes(signal))
  const windows = requiredWindows(methods)
  const topLogprobs = Math.max(isSure ? SELF_CERTAINTY_TOP : 0, windows.length > 0 ? TOKEN_CONFIDENCE_TOP : 0)
  return topLogprobs === 0 ? {} : { topLogprobs, watched: { windows, endsBelow } }
}

/** How much of a statement's size a landing takes. */
export function bytesOf({ drawn: { body } }: Landing): number {
  if (body === null) return 0
  const { text, reasoning, tokenIds, logprobs } = body
  return text.length + (reasoning?.length ?? 0) + (tokenIds?.length ?? 0) + (logprobs?.length ?? 0)
}

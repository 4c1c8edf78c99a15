import { readAnswer } from '@cges-fleet/answers'
import { type ClaimedDraw, type DataSource, type DrawingContext, type DrawnSample, landSample } from '@cges-fleet/db'
import { requiredSignals } from '@cges-fleet/methods'
import { logger } from '@cges-fleet/telemetry'
import type { CallParts } from '../calls/attempt-call.js'
import type { Asked, CallKind, Fate } from '../calls/call-kind.js'
import type { Drawn } from '../model-server/drawn.js'
import { type FateContext, fateOf, promptOf } from './draw-claimed.js'

interface Circumstances {
  readonly context: DrawingContext
  readonly signal: AbortSignal
}

/** The calls that draw a sample: the response is read, scored where a method wants that, and lands. */
export class SampleDraws implements CallKind<ClaimedDraw, DrawnSample> {
  readonly span = 'sample'

  constructor(private readonly parts: Pick<CallParts, 'engine' | 'scorer' | 'metrics'>) {}

  named({ trialId, index }: ClaimedDraw) {
    return { trial: trialId, sample: index }
  }

  asked(draw: ClaimedDraw, context: DrawingContext): Asked {
    return { prompt: promptOf(draw, context), seed: draw.seed, sampling: context.sampling }
  }

  async fateOf(drawn: Drawn, draw: ClaimedDraw, at: Circumstances): Promise<Fate<DrawnSample>> {
    const reward = await this.#score(drawn, draw, at)
    return fateOf(drawn, draw, { context: at.context, engine: this.parts.engine.fingerprint, reward })
  }

  land(db: DataSource, draw: ClaimedDraw & { readonly gpuMs: number }, sample: DrawnSample): Promise<boolean> {
    return landSample(db, draw, sample)
  }

  landed(draw: ClaimedDraw & { readonly gpuMs: number }, sample: DrawnSample): void {
    const { engine, metrics } = this.parts
    metrics.landed({ ...sample, gpuMs: draw.gpuMs, team: draw.teamId, model: engine.model })
    logger('Call').debug(`landed: ${sample.outcome}`)
  }

  /** Has a response scored that will vote, where a method of its evaluation reads the scores. */
  async #score(drawn: Drawn, draw: ClaimedDraw, { context, signal }: Circumstances): Promise<FateContext['reward']> {
    const { engine, scorer } = this.parts
    if (scorer === null || drawn.kind !== 'finished' || drawn.finish !== 'stop') return undefined
    if (!requiredSignals(context.methods).includes('rm')) return undefined
    if (readAnswer(context.answerKind, drawn.text, draw.choices?.length) === null) return undefined
    const scored = await scorer.score(draw, drawn.text, signal)
    if (scored.kind === 'fault') engine.suspect(scored.message)
    if (scored.kind === 'misconfigured') engine.pause(scored.message)
    return scored.kind === 'scored' ? { ...scored, confidence: scorer.confidence(scored.steps) } : scored
  }
}

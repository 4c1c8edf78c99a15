import {
  claimSample,
  type ClaimedSample,
  completeSample,
  type DataSource,
  type DrawingContext,
  type DrawnSample,
  handBackSample,
  hasLanded,
  newId,
  redrawSample,
  rejectPoison,
  type SampleRef,
} from '@cges-fleet/db'
import { readAnswer } from '@cges-fleet/answers'
import { requiredSignals } from '@cges-fleet/methods'
import type { Failpoint, RoundQueue } from '@cges-fleet/queue'
import { activeTraceparent, inSpan, logger } from '@cges-fleet/telemetry'
import type { WorkerEnvironment } from '../env.js'
import { drawMetered } from '../model-server/draw-metered.js'
import type { Drawn } from '../model-server/drawn.js'
import type { RewardScorer } from '../reward/reward-scorer.js'
import type { WorkerMetrics } from '../health/worker-metrics.js'
import type { Engine } from './engine.js'
import { type Fate, type FateContext, fateOf, promptOf } from './draw-claimed.js'
import type { HeldLeases } from './held-leases.js'
import { backOffMs } from './back-off.js'
import { inSample, requestIdOf, tell } from './in-sample.js'
import type { DrawingContexts } from './drawing-contexts.js'
import { persistently } from './persistently.js'

export interface DrawingParts {
  readonly db: DataSource
  readonly rounds: RoundQueue
  readonly engine: Engine
  readonly leases: HeldLeases
  readonly workerId: string
  readonly env: WorkerEnvironment
  readonly metrics: WorkerMetrics
  readonly failpoint: Failpoint
  /** Null where no reward model stands beside the worker. */
  readonly scorer: RewardScorer | null
}

const log = logger('Sample')

type Written = ClaimedSample & { readonly gpuMs: number; readonly again: boolean }

/** One delivery of a sample job, from claim to landing. */
export class SampleAttempts {
  constructor(
    private readonly parts: DrawingParts,
    private readonly contexts: DrawingContexts,
  ) {}

  /** Claims the sample, draws it, and writes what came of it. Returns how it ended; `nothing` where there was nothing to claim. */
  async attempt(ref: SampleRef): Promise<Fate['kind'] | 'nothing'> {
    const { db, env, workerId, leases, failpoint } = this.parts
    failpoint('sample.received')
    const terms = { workerId, leaseMs: env.LEASE_MS, maxDeliveries: env.MAX_DELIVERIES, claim: newId() }
    const sample = await persistently(() => claimSample(db, ref, terms), leases.ended)
    if (sample === null) {
      const given = await persistently(() => rejectPoison(db, ref, env.MAX_DELIVERIES), leases.ended)
      if (given !== null) {
        log.warn('given up: delivered too often', { evaluation: given, trial: ref.trialId, sample: ref.index })
        this.parts.rounds.askSoon(given)
      }
      return 'nothing'
    }
    this.parts.metrics.claimed(sample.fence)
    return inSample(sample, (span) =>
      leases.holding(sample, async (signal) => {
        failpoint('sample.claimed')
        const { fate, gpuMs } = await this.#draw(sample, signal)
        failpoint('sample.drawn')
        const written = { ...sample, gpuMs }
        await inSpan(fate.kind, {}, () => persistently((again) => this.#write({ ...written, again }, fate), signal))
        failpoint('sample.written')
        this.parts.metrics.ended(fate.kind)
        tell(fate, span)
        return fate.kind
      }),
    )
  }

  async #draw(sample: ClaimedSample, signal: AbortSignal): Promise<{ fate: Fate; gpuMs: number }> {
    const { engine, env } = this.parts
    const context = await persistently(() => this.contexts.of(sample), signal)
    const request = {
      requestId: requestIdOf(sample),
      model: context.model,
      prompt: promptOf(sample, context),
      seed: sample.seed,
      sampling: context.sampling,
      context: context.maxModelLen,
      deadlineMs: env.SAMPLE_DEADLINE_MS,
    }
    const { drawn, gpuMs } = await drawMetered(engine.server, request, signal)
    if (drawn.kind === 'fault' && drawn.when !== 'mid_stream') engine.suspect(drawn.message)
    if (drawn.kind === 'misconfigured') engine.pause(drawn.message)
    const reward = await this.#score(sample, drawn, { context, signal })
    if (signal.aborted) return { fate: { kind: 'hand_back', reason: String(signal.reason) }, gpuMs }
    return { fate: fateOf(drawn, sample, { context, engine: engine.fingerprint, reward }), gpuMs }
  }

  /** Has a response scored that will vote, where a method of its evaluation reads the scores. */
  async #score(
    sample: ClaimedSample,
    drawn: Drawn,
    { context, signal }: { context: DrawingContext; signal: AbortSignal },
  ): Promise<FateContext['reward']> {
    const { engine, scorer } = this.parts
    if (scorer === null || drawn.kind !== 'finished' || drawn.finish !== 'stop') return undefined
    if (!requiredSignals(context.methods).includes('rm')) return undefined
    if (readAnswer(context.answerKind, drawn.text, sample.choices?.length) === null) return undefined
    const scored = await scorer.score(sample, drawn.text, signal)
    if (scored.kind === 'fault') engine.suspect(scored.message)
    if (scored.kind === 'misconfigured') engine.pause(scored.message)
    return scored.kind === 'scored' ? { ...scored, confidence: scorer.confidence(scored.steps) } : scored
  }

  async #write(sample: Written, fate: Fate): Promise<void> {
    const { db, rounds } = this.parts
    switch (fate.kind) {
      case 'land':
        if (!(await this.#land(sample, fate.drawn))) {
          log.info('the answer came after its lease was given to another: discarded')
          return this.parts.metrics.fenced()
        }
        rounds.askSoon(sample.evaluationId, activeTraceparent())
        this.parts.metrics.landed({ ...fate.drawn, ...sample, team: sample.teamId, model: this.parts.engine.model })
        return
      case 'redraw':
        await redrawSample(db, sample, { ...fate, backOffMs: backOffMs(sample.fence) })
        return
      case 'hand_back':
      case 'pause':
        await handBackSample(db, sample, fate.reason)
    }
  }

  /** A try whose answer was lost may have landed it: then the ledger says so under this fence. */
  async #land(sample: Written, drawn: DrawnSample): Promise<boolean> {
    const { db } = this.parts
    return (await completeSample(db, sample, drawn)) || (sample.again && (await hasLanded(db, sample)))
  }
}

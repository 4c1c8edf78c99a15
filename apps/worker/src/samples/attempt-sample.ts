import {
  claimSample,
  type ClaimedSample,
  completeSample,
  type DataSource,
  type DrawingContext,
  handBackSample,
  redrawSample,
  rejectPoison,
  type SampleRef,
} from '@cges-fleet/db'
import { readAnswer, requiredSignals } from '@cges-fleet/core'
import type { RoundQueue } from '@cges-fleet/queue'
import type { WorkerEnvironment } from '../env.js'
import { drawSample } from '../model-server/draw-sample.js'
import type { Drawn } from '../model-server/drawn.js'
import type { RewardScorer } from '../reward/reward-scorer.js'
import type { WorkerMetrics } from '../health/worker-metrics.js'
import type { Engine } from './engine.js'
import { type Fate, type FateContext, fateOf, promptOf } from './draw-claimed.js'
import type { HeldLeases } from './held-leases.js'
import { backOffMs } from './back-off.js'
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
  /** Null where no reward model stands beside the worker. */
  readonly scorer: RewardScorer | null
}

/** One delivery of a sample job, from claim to landing. */
export class SampleAttempts {
  constructor(
    private readonly parts: DrawingParts,
    private readonly contexts: DrawingContexts,
  ) {}

  /** Claims the sample, draws it, and writes what came of it. Returns how it ended; `nothing` where there was nothing to claim. */
  async attempt(ref: SampleRef): Promise<Fate['kind'] | 'nothing'> {
    const { db, env, workerId, leases } = this.parts
    const terms = { workerId, leaseMs: env.LEASE_MS, maxDeliveries: env.MAX_DELIVERIES }
    const sample = await claimSample(db, ref, terms)
    if (sample === null) {
      const given = await rejectPoison(db, ref, env.MAX_DELIVERIES)
      if (given !== null) this.parts.rounds.askSoon(given)
      return 'nothing'
    }
    this.parts.metrics.claimed(sample.fence)
    return leases.holding(sample, async (signal) => {
      const fate = await this.#draw(sample, signal)
      await persistently(() => this.#write(sample, fate))
      this.parts.metrics.ended(fate.kind)
      return fate.kind
    })
  }

  async #draw(sample: ClaimedSample, signal: AbortSignal): Promise<Fate> {
    const { engine, env } = this.parts
    const context = await this.contexts.of(sample.evaluationId)
    const request = {
      requestId: `${sample.trialId}/${sample.index}/${sample.fence}`,
      model: context.model,
      prompt: promptOf(sample, context),
      seed: sample.seed,
      sampling: context.sampling,
      deadlineMs: env.SAMPLE_DEADLINE_MS,
    }
    const drawn = await drawSample(engine.server, request, signal)
    if (drawn.kind === 'fault' && drawn.when === 'before_first_byte') engine.suspect(drawn.message)
    if (drawn.kind === 'misconfigured') engine.pause(drawn.message)
    const reward = await this.#score(sample, drawn, { context, signal })
    if (signal.aborted) return { kind: 'hand_back', reason: String(signal.reason) }
    return fateOf(drawn, sample, { context, engine: engine.fingerprint, reward })
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

  async #write(sample: ClaimedSample, fate: Fate): Promise<void> {
    const { db, rounds } = this.parts
    switch (fate.kind) {
      case 'land':
        if (!(await completeSample(db, sample, fate.drawn))) return
        rounds.askSoon(sample.evaluationId)
        this.parts.metrics.landed({ ...fate.drawn, team: sample.teamId, model: this.parts.engine.model })
        return
      case 'redraw':
        await redrawSample(db, sample, { ...fate, backOffMs: backOffMs(sample.fence) })
        return
      case 'hand_back':
      case 'pause':
        await handBackSample(db, sample, fate.reason)
    }
  }
}

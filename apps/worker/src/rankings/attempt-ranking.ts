import { DEFAULT_SAMPLING, type Sampling } from '@cges-fleet/core'
import { parseRanking, rankingPrompt } from '@cges-fleet/methods'
import {
  type Attempt,
  type ClaimedRanking,
  claimRanking,
  endRanking,
  giveUpRanking,
  newId,
  type RankingEnd,
} from '@cges-fleet/db'
import type { Drawn } from '../model-server/drawn.js'
import { drawMetered } from '../model-server/draw-metered.js'
import type { DrawingParts } from '../samples/attempt-sample.js'
import type { DrawingContexts } from '../samples/drawing-contexts.js'
import { backOffMs } from '../samples/back-off.js'
import { persistently } from '../samples/persistently.js'
import { inRanking, rankingRequestId } from './in-ranking.js'

/** One delivery of a ranking job: asks the model to put a few questions in order of difficulty. */
export class RankingAttempts {
  constructor(
    private readonly parts: DrawingParts,
    private readonly contexts: DrawingContexts,
  ) {}

  /** Claims the ranking, asks, and writes what came of it. */
  async attempt(rankingId: string): Promise<RankingEnd['kind'] | 'nothing'> {
    const { db, env, workerId, leases, rounds } = this.parts
    const terms = { workerId, leaseMs: env.LEASE_MS, maxDeliveries: env.MAX_DELIVERIES, claim: newId() }
    const ranking = await persistently(() => claimRanking(db, rankingId, terms), leases.ended)
    if (ranking === null) {
      const given = await persistently(() => giveUpRanking(db, rankingId, env.MAX_DELIVERIES), leases.ended)
      if (given !== null) rounds.askSoon(given)
      return 'nothing'
    }
    const held: Attempt = { trialId: ranking.rankingId, index: ranking.tries, fence: ranking.fence }
    return leases.holding(held, (signal) =>
      inRanking(ranking, async () => {
        const end = await this.#ask(ranking, signal)
        await persistently(() => endRanking(db, ranking, end), signal)
        rounds.askSoon(ranking.evaluationId)
        return end.kind
      }),
    )
  }

  async #ask(ranking: ClaimedRanking, signal: AbortSignal): Promise<RankingEnd> {
    const { engine, env } = this.parts
    const context = await persistently(() => this.contexts.of(ranking), signal)
    const { system, user } = rankingPrompt(ranking.questions)
    const request = {
      requestId: rankingRequestId(ranking),
      model: context.model,
      system,
      prompt: user,
      seed: ranking.seed + ranking.tries,
      sampling: rankingSampling(ranking.tries, context.sampling.maxTokens),
      context: context.maxModelLen,
      deadlineMs: env.SAMPLE_DEADLINE_MS,
    }
    const { drawn, gpuMs } = await drawMetered(engine.server, request, signal)
    if (drawn.kind === 'fault' && drawn.when !== 'mid_stream') engine.suspect(drawn.message)
    if (drawn.kind === 'misconfigured') engine.pause(drawn.message)
    if (signal.aborted) return { kind: 'handed_back', reason: String(signal.reason), backOffMs: 0, gpuMs }
    return { ...endOf(drawn, ranking), gpuMs }
  }
}

/** Asked greedily first, as its authors do; an answer that cannot be read would come again unless chance is let in. */
function rankingSampling(tries: number, maxTokens: number): Sampling {
  return { ...DEFAULT_SAMPLING, temperature: tries === 0 ? 0 : 0.7, topP: 0.9, maxTokens }
}

function endOf(drawn: Drawn, ranking: ClaimedRanking): RankingEnd {
  switch (drawn.kind) {
    case 'finished': {
      const easiestFirst = parseRanking(drawn.text, ranking.questions.length)
      return {
        kind: 'answered',
        easiestFirst,
        promptTokens: drawn.promptTokens,
        completionTokens: drawn.completionTokens,
      }
    }
    case 'rejected':
      // A batch the server will never take counts for nothing: its questions have their other rounds.
      return { kind: 'answered', easiestFirst: null, promptTokens: 0, completionTokens: 0 }
    case 'fault':
      return { kind: 'failed', reason: drawn.message, backOffMs: backOffMs(ranking.fence) }
    case 'misconfigured':
    case 'aborted':
      return { kind: 'handed_back', reason: drawn.kind, backOffMs: 0 }
  }
}

import { prmAggregation, type PrmAggregation } from '@cges-fleet/methods'
import type { ClaimedDraw } from '@cges-fleet/db'
import type { ModelServer } from '../model-server/open-model-server.js'
import { probeModelServer } from '../model-server/probe-model-server.js'
import { requestIdOf } from '../calls/in-call.js'
import { questionOf, scoreBeside, type ScoreParts } from '../scores/score-beside.js'
import type { Scored } from '../scores/scored.js'
import { rewardInput } from './reward-input.js'
import { scoreResponse } from './score-response.js'

/** The reward model beside a worker: scores the steps of a drawn response. */
export class RewardScorer {
  #model: string | null = null

  constructor(
    private readonly parts: ScoreParts,
    private readonly server: ModelServer,
    private readonly aggregation: PrmAggregation,
  ) {}

  /** Asks which model scores here; the name includes how step scores are aggregated, since a pool must mix neither. */
  async probe(): Promise<{ readonly name: string; readonly isSimulated: boolean }> {
    const facts = await probeModelServer(this.server)
    this.#model = facts.model
    return { name: `${facts.model}@${this.aggregation}`, isSimulated: facts.provenance === 'simulated' }
  }

  /** Scores a sample's response; retries a few times after a fault. */
  async score(draw: ClaimedDraw, response: string, signal: AbortSignal): Promise<Scored> {
    const input = rewardInput(questionOf(draw), response)
    if (input === null) return { kind: 'unscorable', message: 'there is no step to score in the response' }
    const request = { requestId: `${requestIdOf(draw)}/score`, model: this.#model ?? '', input }
    return scoreBeside(this.parts, draw, signal, () => scoreResponse(this.server, request, signal))
  }

  /** Turns step scores into a sample's confidence, in [1e-6, 1 − 1e-6]. */
  confidence(steps: readonly number[]): number | undefined {
    return prmAggregation(steps, this.aggregation)?.confidence
  }

  close(): Promise<void> {
    return this.server.close()
  }
}

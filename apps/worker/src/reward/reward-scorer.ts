import { setTimeout as sleep } from 'node:timers/promises'
import { prmAggregation, type PrmAggregation } from '@cges-fleet/methods'
import { type CallEnd, type ClaimedDraw, claimScore, type DataSource, endCall, newId } from '@cges-fleet/db'
import { storable } from '@cges-fleet/formats'
import type { ModelServer } from '../model-server/open-model-server.js'
import { probeModelServer } from '../model-server/probe-model-server.js'
import { backOffMs } from '../calls/back-off.js'
import type { HeldLeases } from '../calls/held-leases.js'
import { requestIdOf } from '../calls/in-call.js'
import { persistently } from '../calls/persistently.js'
import { rewardInput } from './reward-input.js'
import { type ScoreRequest, scoreResponse } from './score-response.js'
import type { Scored } from './scored.js'

/** A response that was drawn is not thrown away for one fault of the reward server. */
const TRIES = 3

export interface RewardParts {
  readonly db: DataSource
  readonly leases: HeldLeases
  readonly server: ModelServer
  readonly aggregation: PrmAggregation
  readonly workerId: string
}

/** The reward model beside a worker: scores a drawn response while its draw is held, as a call of its own. */
export class RewardScorer {
  #model: string | null = null

  constructor(private readonly parts: RewardParts) {}

  get server(): ModelServer {
    return this.parts.server
  }

  /** Asks which model scores here; its name carries how step scores become one number, for pools must not mix either. */
  async probe(): Promise<{ readonly name: string; readonly isSimulated: boolean }> {
    const facts = await probeModelServer(this.parts.server)
    this.#model = facts.model
    return { name: `${facts.model}@${this.parts.aggregation}`, isSimulated: facts.provenance === 'simulated' }
  }

  /** Scores a sample's response; asks again after a fault, a few times. */
  async score(draw: ClaimedDraw, response: string, signal: AbortSignal): Promise<Scored> {
    const { db, leases, workerId } = this.parts
    const input = rewardInput(questionOf(draw), response)
    if (input === null) return { kind: 'unscorable', message: 'there is no step to score in the response' }
    const request = { requestId: `${requestIdOf(draw)}/score`, model: this.#model ?? '', input }
    const terms = { workerId, claim: newId() }
    const score = await persistently(() => claimScore(db, draw, terms), signal)
    if (score === null) return { kind: 'aborted' }
    return leases.beside(draw, score, async () => {
      const scored = await this.#ask(request, signal)
      await persistently(() => endCall(db, score, endOf(scored)), signal)
      return scored
    })
  }

  async #ask(request: ScoreRequest, signal: AbortSignal): Promise<Scored> {
    for (let attempt = 1; ; attempt += 1) {
      const scored = await scoreResponse(this.parts.server, request, signal)
      if (scored.kind !== 'fault' || attempt === TRIES) return scored
      await sleep(backOffMs(attempt), undefined, { signal }).catch(() => undefined)
    }
  }

  /** Makes the confidence of a sample from its step scores, in [1e-6, 1 − 1e-6]. */
  confidence(steps: readonly number[]): number | undefined {
    return prmAggregation(steps, this.parts.aggregation)?.confidence
  }
}

function questionOf({ question, choices }: ClaimedDraw): string {
  const listed = (choices ?? []).map((choice, place) => `${String.fromCharCode('A'.charCodeAt(0) + place)}. ${choice}`)
  return [question, ...listed].join('\n')
}

function endOf(scored: Scored): CallEnd {
  switch (scored.kind) {
    case 'scored':
      return { state: 'settled', promptTokens: scored.promptTokens }
    case 'aborted':
      return { state: 'handed_back', reason: 'aborted' }
    case 'unscorable':
    case 'fault':
    case 'misconfigured':
      return { state: 'failed', reason: storable(scored.message) }
  }
}

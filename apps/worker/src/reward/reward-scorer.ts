import { setTimeout as sleep } from 'node:timers/promises'
import { prmAggregation, type PrmAggregation } from '@cges-fleet/methods'
import { type ClaimedSample, type DataSource, endScore, type ScoreEnd, startScore } from '@cges-fleet/db'
import type { ModelServer } from '../model-server/open-model-server.js'
import { probeModelServer } from '../model-server/probe-model-server.js'
import { backOffMs } from '../samples/back-off.js'
import { persistently } from '../samples/persistently.js'
import { rewardInput } from './reward-input.js'
import { scoreResponse } from './score-response.js'
import type { Scored } from './scored.js'

/** A response that was drawn is not thrown away for one fault of the reward server. */
const TRIES = 3

export interface RewardParts {
  readonly db: DataSource
  readonly server: ModelServer
  readonly aggregation: PrmAggregation
  readonly workerId: string
}

/** The reward model beside a worker: scores a drawn response inside the response's own lease, in the ledger as a call of its own. */
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
  async score(sample: ClaimedSample, response: string, signal: AbortSignal): Promise<Scored> {
    const { db, workerId } = this.parts
    const input = rewardInput(questionOf(sample), response)
    if (input === null) return { kind: 'unscorable', message: 'there is no step to score in the response' }
    const requestId = `${sample.trialId}/${sample.index}/${sample.fence}/score`
    const request = { requestId, model: this.#model ?? '', input }
    if (!(await persistently(() => startScore(db, sample, workerId), signal))) return { kind: 'aborted' }
    for (let attempt = 1; ; attempt += 1) {
      const scored = await scoreResponse(this.parts.server, request, signal)
      if (scored.kind !== 'fault' || attempt === TRIES) {
        await persistently(() => endScore(db, sample, endOf(scored)), signal)
        return scored
      }
      await sleep(backOffMs(attempt), undefined, { signal }).catch(() => undefined)
    }
  }

  /** Makes the confidence of a sample from its step scores, in [1e-6, 1 − 1e-6]. */
  confidence(steps: readonly number[]): number | undefined {
    return prmAggregation(steps, this.parts.aggregation)?.confidence
  }
}

function questionOf({ question, choices }: ClaimedSample): string {
  const listed = (choices ?? []).map((choice, place) => `${String.fromCharCode('A'.charCodeAt(0) + place)}. ${choice}`)
  return [question, ...listed].join('\n')
}

function endOf(scored: Scored): ScoreEnd {
  switch (scored.kind) {
    case 'scored':
      return { state: 'settled', reason: null, promptTokens: scored.promptTokens }
    case 'aborted':
      return { state: 'handed_back', reason: 'aborted', promptTokens: null }
    case 'unscorable':
    case 'fault':
    case 'misconfigured':
      return { state: 'failed', reason: scored.message, promptTokens: null }
  }
}

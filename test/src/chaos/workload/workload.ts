import { setTimeout as sleep } from 'node:timers/promises'
import { type EvaluationSpecInput } from '@cges-fleet/core'
import { CancelEvaluation, ImportBenchmark, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { type SeededRandom, seededRandom } from '@cges-fleet/methods'
import type { EventLog } from '../event-log.js'
import type { Patience } from '../patience/patience.js'
import { chaosBenchmark, shapesOf } from './shapes.js'

export interface Submitted {
  readonly id: string
  readonly key: string
  readonly shape: number
  /** A user cancels it while it runs. */
  readonly cancelled: boolean
  /** When the cancelling was answered. */
  cancelledAt: Date | null
}

const QUESTIONS = 40
const REQUEST_MS = 4000
const GIVE_UP_MS = 60_000
/** One in so many is sent twice at once under the same key. */
const TWICE = 4
/** The share of evaluations that draw ahead of need, as users' do unless they say otherwise. */
const AHEAD = 0.5

export interface WorkloadParts {
  readonly seed: number
  /** Share of evaluations that a user cancels. */
  readonly cancelled: number
  readonly log: EventLog
  readonly patience: Patience
  /** Where the API is just now; null while it is down. */
  readonly apiUrl: () => string | null
}

/** A client that does not give up: it sends again, under the same key, whatever got no answer. */
export class Workload {
  readonly submitted: Submitted[] = []
  readonly shapes: readonly EvaluationSpecInput[]
  /** What the API answered to a repeat that was not the first evaluation again. */
  readonly broken: string[] = []
  retries = 0
  #sent = 0
  readonly #random: SeededRandom

  constructor(private readonly parts: WorkloadParts) {
    this.#random = seededRandom(`workload ${parts.seed}`)
    this.shapes = shapesOf(parts.seed)
  }

  async importBenchmark(): Promise<void> {
    await this.#post(pathOf(ImportBenchmark), chaosBenchmark(QUESTIONS))
  }

  /**
   * Submits the next evaluation of the workload, or one of a given shape. Some draw ahead of need; of the others, and of
   * a given shape, a sample too many shows.
   */
  async submit(shape?: number): Promise<Submitted> {
    const nth = this.#sent++
    const chosen = shape ?? this.#random.int(0, this.shapes.length - 1)
    const ahead = shape === undefined && this.#random.next() < AHEAD
    const body = { ...this.shapes[chosen], ...(ahead ? {} : { lookahead: 'off' }) }
    const cancelled = shape === undefined && this.#random.next() < this.parts.cancelled
    const twice = this.#random.next() < 1 / TWICE
    const cancelAfterMs = this.#random.int(200, 1500)
    const key = `chaos-${this.parts.seed}-${nth}`
    const send = async () => this.#post(pathOf(SubmitEvaluation), body, key)
    const [first, second] = await Promise.all([send(), ...(twice ? [send()] : [])])
    if (first === undefined) throw new Error('unreachable')
    if (second !== undefined && second.id !== first.id) {
      this.broken.push(`key ${key} made both ${first.id} and ${second.id}`)
    }
    const submitted: Submitted = { id: first.id, key, shape: chosen, cancelled, cancelledAt: null }
    this.submitted.push(submitted)
    this.parts.log.add(
      `evaluation ${first.id} submitted, shape ${chosen}${ahead ? ', ahead' : ''}${cancelled ? ', to be cancelled' : ''}`,
    )
    if (cancelled) {
      await sleep(cancelAfterMs)
      await this.#post(pathOf(CancelEvaluation, { path: { id: first.id } }), {})
      submitted.cancelledAt = new Date()
    }
    return submitted
  }

  async #post(path: string, body: unknown, key?: string): Promise<{ id: string }> {
    let last = 'the API was never up'
    return this.parts.patience.until(
      async () => {
        const url = this.parts.apiUrl()
        if (url === null) return false
        try {
          return await this.#send(`${url}${path}`, body, key)
        } catch (error) {
          if (error instanceof Refused) throw error
          last = String(error)
          this.retries++
          return false
        }
      },
      { withinMs: GIVE_UP_MS, everyMs: 100, why: () => `${path} was not answered (${last})` },
    )
  }

  async #send(url: string, body: unknown, key?: string): Promise<{ id: string }> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(Math.ceil(this.parts.patience.stretched(REQUEST_MS))),
    })
    if (response.ok) return (await response.json()) as { id: string }
    const said = `${response.status} ${await response.text()}`
    if (response.status < 500) throw new Refused(`${url} refused what it must take: ${said}`)
    throw new Error(said)
  }
}

/** The API refuses what it must take: no slowness excuses that. */
export class Refused extends Error {}

import { randomUUID } from 'node:crypto'
import type { QueueBackend } from '@cges-fleet/queue'
import { seededRandom, type SeededRandom } from '@cges-fleet/methods'
import { type Job, Queue, Worker } from 'bullmq'
import { afterEach, describe, expect, it } from 'vitest'
import { kinds, useStore } from '../queue/backends.js'
import { repetitions } from '../support/repetitions.js'
import { ModelQueue, type Taken } from './model-queue.js'

// The model of a queue against BullMQ on both of its stores: the same commands must leave the same jobs.
const RUNS = repetitions({ first: 3, rest: 8, atLength: 40 })
const COMMANDS = 60
const IDS = 6
const LOCK_MS = 60_000

interface InHand {
  readonly job: Job
  readonly token: string
  readonly taken: Taken<number>
}

/** A queue of BullMQ and its model. */
class Pair {
  readonly model = new ModelQueue<number>()
  readonly hand: InHand[] = []
  readonly #queue: Queue
  readonly #worker: Worker
  #added = 0

  constructor({ connection }: QueueBackend) {
    const name = `agrees-${randomUUID().slice(0, 8)}`
    this.#queue = new Queue(name, { connection })
    this.#worker = new Worker(name, null, { connection, lockDuration: LOCK_MS, skipStalledCheck: true })
    this.#worker.on('error', () => undefined)
  }

  async add(random: SeededRandom): Promise<void> {
    const isRound = random.next() < 0.5
    const number = random.int(1, IDS)
    const data = (this.#added += 1)
    const id = isRound ? `e${number}.${random.int(1, 2)}.${data}` : `c${number}`
    const deduplication = isRound ? `e${number}` : null
    const kept = deduplication === null ? {} : { deduplication: { id: deduplication, keepLastIfActive: true } }
    const options = { jobId: id, removeOnComplete: true, removeOnFail: true, ...kept }
    await this.#queue.add('job', { data }, options)
    this.model.add({ id, data, deduplication })
  }

  async take(): Promise<void> {
    const token = randomUUID()
    const job = await this.#worker.getNextJob(token, { block: false })
    // Which of those that wait comes first is not part of the model.
    const place = this.model.waiting.indexOf(job?.id ?? '')
    expect(place >= 0).toBe(this.model.waiting.length > 0)
    const taken = this.model.take(Math.max(0, place), 0, LOCK_MS)
    if (job !== undefined && taken !== null) this.hand.push({ job, token, taken })
  }

  async complete(random: SeededRandom): Promise<void> {
    const inHand = this.#pick(random)
    if (inHand === undefined) return
    await inHand.job.moveToCompleted('done', inHand.token, false)
    this.model.complete(inHand.taken)
  }

  async putBack(random: SeededRandom): Promise<void> {
    const inHand = this.#pick(random)
    if (inHand === undefined) return
    await inHand.job.moveToWait(inHand.token)
    this.model.putBack(inHand.taken)
  }

  async remove(random: SeededRandom): Promise<void> {
    const ids = [...this.model.waiting, ...this.model.active]
    const id = ids[random.int(0, Math.max(0, ids.length - 1))]
    if (id === undefined) return
    await this.#queue.remove(id).catch(() => undefined)
    this.model.remove(id)
  }

  async removeDeduplication(random: SeededRandom): Promise<void> {
    const id = `e${random.int(1, IDS)}`
    expect(await this.#queue.getDeduplicationJobId(id)).toBe(this.model.jobOf(id))
    await this.#queue.removeDeduplicationKey(id)
    this.model.removeDeduplication(id)
  }

  async jobs(): Promise<{ readonly waiting: readonly string[]; readonly active: readonly string[] }> {
    const [waiting, active] = await Promise.all([
      this.#queue.getRanges(['wait'], 0, -1, true),
      this.#queue.getRanges(['active'], 0, -1, true),
    ])
    return { waiting: waiting.toSorted(), active: active.toSorted() }
  }

  async close(): Promise<void> {
    await this.#worker.close(true)
    await this.#queue.close()
  }

  #pick(random: SeededRandom): InHand | undefined {
    return this.hand.splice(random.int(0, Math.max(0, this.hand.length - 1)), 1)[0]
  }
}

const COMMANDS_BY_NAME: Readonly<Record<string, (pair: Pair, random: SeededRandom) => Promise<void>>> = {
  add: (pair, random) => pair.add(random),
  take: (pair) => pair.take(),
  complete: (pair, random) => pair.complete(random),
  'put back': (pair, random) => pair.putBack(random),
  remove: (pair, random) => pair.remove(random),
  'remove deduplication': (pair, random) => pair.removeDeduplication(random),
}

const NAMES = ['add', 'add', 'add', 'take', 'take', 'complete', 'put back', 'remove', 'remove deduplication'] as const

describe.for(kinds)('$title', ({ kind, skip }) => {
  const store = useStore(kind, skip)
  let pair: Pair | undefined

  afterEach(() => pair?.close())

  it.skipIf(skip)('has the jobs that BullMQ has, whatever is done in whatever order', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const random = seededRandom(`queue ${run}`)
      pair = new Pair(store())
      const done: string[] = []
      for (let at = 0; at < COMMANDS; at += 1) {
        const name = random.pick(NAMES)
        done.push(name)
        await COMMANDS_BY_NAME[name]?.(pair, random)
        const { waiting, active } = pair.model
        const modelled = { waiting: waiting.toSorted(), active: active.toSorted() }
        expect(await pair.jobs(), `run ${run} after ${done.join(', ')}`).toEqual(modelled)
      }
      await pair.close()
      pair = undefined
    }
  })
})

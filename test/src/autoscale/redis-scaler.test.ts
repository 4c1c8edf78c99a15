import { EventEmitter, once } from 'node:events'
import { openBackend, SampleQueues, sampleQueue } from '@cges-fleet/queue'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterEach, expect, inject, it } from 'vitest'
import { find } from '../deploy/kubernetes/mutations.js'
import { readManifests } from '../deploy/kubernetes/manifest.js'

const url = inject('redis')

/** How KEDA's Redis scaler measures a key, whatever its type. A key that is not there measures 0, and nobody is told. */
const LENGTH = `
local kind = redis.call('type', KEYS[1]).ok
if kind == 'list' then return redis.call('llen', KEYS[1]) end
if kind == 'zset' then return redis.call('zcard', KEYS[1]) end
if kind == 'set' then return redis.call('scard', KEYS[1]) end
if kind == 'hash' then return redis.call('hlen', KEYS[1]) end
return 0`

const triggers = find(readManifests('keda-redis'), 'ScaledObject', 'worker').spec.triggers ?? []
const keyOf = new Map(triggers.map(({ name, metadata }) => [name, metadata['listName'] ?? '']))

async function measure(redis: Redis) {
  const of = async (name: string) => Number(await redis.eval(LENGTH, 1, keyOf.get(name) ?? ''))
  return { waiting: await of('waiting'), prioritized: await of('prioritized'), running: await of('running') }
}

let undo: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const step of undo.toReversed()) await step()
  undo = []
})

it.skipIf(url === null)(
  'measures in Redis what is queued and what is drawn, by the keys KEDA is given (needs redis-server)',
  async () => {
    const redis = new Redis(url ?? '')
    undo.push(async () => redis.disconnect())
    const backend = await openBackend({ redisUrl: url ?? '', databaseUrl: '' })
    const queue = new Queue(sampleQueue('main'), { connection: backend.connection })
    undo.push(
      () => queue.close(),
      () => queue.obliterate({ force: true }),
    )
    const samples = new SampleQueues(backend)
    undo.push(() => samples.close())
    const measured = () => measure(redis)
    expect(await measured()).toEqual({ waiting: 0, prioritized: 0, running: 0 })

    const trialId = '00000000-0000-7000-8000-000000000001'
    const wanted = Array.from({ length: 5 }, (_, index) => ({ trialId, index, fence: 0, pool: 'main', priority: 1000 }))
    await samples.add(wanted)
    await queue.add('sample', {})
    await queue.add('sample', {})
    expect(await measured()).toEqual({ waiting: 2, prioritized: 5, running: 0 })

    const held = new EventEmitter()
    const worker = new Worker(queue.name, () => once(held, 'release'), {
      connection: backend.connection,
      concurrency: 3,
    })
    undo.push(() => worker.close())
    undo.push(async () => held.emit('release'))
    await expect.poll(measured, { timeout: 10_000 }).toEqual({ waiting: 0, prioritized: 4, running: 3 })
    const counts = await queue.getJobCounts('waiting', 'prioritized', 'active')
    expect(counts).toEqual({ waiting: 0, prioritized: 4, active: 3 })
  },
)

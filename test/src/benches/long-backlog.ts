import { setTimeout as sleep } from 'node:timers/promises'
import { ImportBenchmark, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { Redis } from 'ioredis'
import { ChaosFleet, POOL } from '../chaos/fleet/chaos-fleet.js'
import type { Role } from '../chaos/fleet/member.js'
import { FakeModel } from '../chaos/model/fake-model.js'
import { Patience } from '../chaos/patience/patience.js'
import { Witness } from '../chaos/patience/witness.js'
import { ChaosStores } from '../chaos/stores/chaos-stores.js'
import { chaosBenchmark } from '../chaos/workload/shapes.js'
import { residentMegabytes } from '../support/memory.js'

// What a backlog of a million trials costs the processes: npm run bench -- backlog [seconds]. A bench, not a test: it prints,
// every ten seconds, how much is planned and queued, and how much memory each kind of process holds.
const SECONDS = Number(process.argv[3] ?? 300)
const QUESTIONS = 10_000
const REPLICATES = 100
const EVERY_MS = 10_000
const ROLES: readonly Role[] = ['api', 'coordinator', 'worker']

interface Counts {
  readonly trials: number
  readonly read: number
  readonly window: number
}

/** Cheap even over millions of rows: the window has an index, the rest is kept as totals. */
const COUNTS = `
SELECT e.trials_planned AS trials, e.samples_drawn AS read,
       (SELECT count(*)::int FROM call WHERE evaluation_id = e.id AND live) AS window
FROM evaluation e`

const witness = await Witness.start()
const patience = new Patience(witness)
const stores = await ChaosStores.start('redis', patience)
const model = await FakeModel.start({ seed: 1, latencyMs: [0, 5], redrawable: 0, unclear: 0 })
const fleet = new ChaosFleet({
  patience,
  databaseUrl: stores.databaseUrl,
  redisUrl: stores.redisUrl,
  modelUrl: model.url,
  workers: 2,
  coordinators: 1,
  concurrency: 16,
  leaseMs: 60_000,
  maxDeliveries: 5,
})
const redis = new Redis(stores.redisUrl ?? '')
try {
  await fleet.started()
  await post(pathOf(ImportBenchmark), chaosBenchmark(QUESTIONS))
  await post(pathOf(SubmitEvaluation), { benchmark: 'chaos', pool: POOL, methods: ['sc@2'], replicates: REPLICATES })
  await watch()
} finally {
  redis.disconnect()
  await fleet.stop()
  await model.stop()
  await stores.stop()
  await witness.stop()
}

async function post(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${fleet.apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
}

async function watch(): Promise<void> {
  const began = performance.now()
  console.log('The model is simulated: it answers within 5 ms.')
  console.log(['seconds', 'trials', 'samples read', 'window', 'jobs', ...ROLES.map((role) => `${role} MB`)].join('\t'))
  for (let seconds = 0; seconds < SECONDS;) {
    await sleep(EVERY_MS)
    seconds = Math.round((performance.now() - began) / 1000)
    const [counts] = await stores.db.query<Counts[]>(COUNTS)
    model.calls.length = 0
    console.log([seconds, counts?.trials, counts?.read, counts?.window, await jobs(), ...ROLES.map(memory)].join('\t'))
  }
}

/** Jobs in the queue, in any state. */
async function jobs(): Promise<number> {
  const keys = await redis.keys(`bull:sample-${POOL}:[0-9a-f]*`)
  return keys.length
}

/** Megabytes held by the largest process of a role. */
function memory(role: Role): number {
  return Math.round(Math.max(...fleet.of(role).map(({ pid }) => residentMegabytes(pid) ?? NaN)))
}

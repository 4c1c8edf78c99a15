import { setTimeout as sleep } from 'node:timers/promises'
import { ExportEvaluation, ListBenchmarks, ListEvaluations, pathOf } from '@cges-fleet/core/contract'
import { ChaosFleet, POOL } from '../chaos/fleet/chaos-fleet.js'
import type { Role } from '../chaos/fleet/member.js'
import { FakeModel } from '../chaos/model/fake-model.js'
import { Patience } from '../chaos/patience/patience.js'
import { Witness } from '../chaos/patience/witness.js'
import { ChaosStores } from '../chaos/stores/chaos-stores.js'
import { residentMegabytes } from '../support/memory.js'
import { HONEST } from './bodies/bodies.js'

// What an evaluation of the largest allowed questions costs each process: npm run bench -- questions. A bench, not a test: it
// prints the most memory that each kind of process held while the whole evaluation was drawn, and then exported.
const ROLES: readonly Role[] = ['api', 'coordinator', 'worker']
const LARGEST = HONEST.at(-1)

const witness = await Witness.start()
const patience = new Patience(witness)
const stores = await ChaosStores.start('postgres', patience)
const model = await FakeModel.start({ seed: 1, latencyMs: [200, 400], redrawable: 0, unclear: 0 })
const fleet = new ChaosFleet({
  patience,
  databaseUrl: stores.databaseUrl,
  redisUrl: stores.redisUrl,
  modelUrl: model.url,
  workers: 1,
  coordinators: 1,
  concurrency: 32,
  leaseMs: 60_000,
  maxDeliveries: 5,
})
const peaks = new Map<Role, number>()
try {
  await fleet.started()
  watch()
  if (LARGEST === undefined) throw new Error('no bodies')
  await ask(pathOf(ListBenchmarks), LARGEST.type, new Uint8Array(LARGEST.make(0)))
  console.log(`stored: ${memoryUse()}`)
  const spec = { benchmark: 'bench-0', pool: POOL, methods: ['sc@4'] }
  const { id } = (await (await ask(pathOf(ListEvaluations), 'application/json', JSON.stringify(spec))).json()) as {
    id: string
  }
  while (!(await ended(id))) await sleep(500)
  console.log(`drawn: ${memoryUse()}`)
  const file = await fetch(`${fleet.apiUrl}${pathOf(ExportEvaluation, { path: { id, file: 'samples.jsonl' } })}`)
  let bytes = 0
  for await (const piece of file.body ?? []) bytes += (piece as Uint8Array).length
  console.log(`exported ${(bytes / 1e6).toFixed(0)} MB: ${memoryUse()}`)
} finally {
  await fleet.stop()
  await model.stop()
  await stores.stop()
  await witness.stop()
}

async function ask(path: string, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const response = await fetch(`${fleet.apiUrl}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
  if (!response.ok) throw new Error(await response.text())
  return response
}

async function ended(id: string): Promise<boolean> {
  model.calls.length = 0
  const [row] = await stores.db.query<{ status: string }[]>('SELECT status FROM evaluation WHERE id = $1', [id])
  return row?.status !== 'running'
}

function watch(): void {
  setInterval(() => {
    for (const role of ROLES) {
      const held = Math.max(0, ...fleet.of(role).map(({ pid }) => residentMegabytes(pid) ?? 0))
      peaks.set(role, Math.max(peaks.get(role) ?? 0, held))
    }
  }, 50).unref()
}

function memoryUse(): string {
  return ROLES.map((role) => `${role} ${Math.round(peaks.get(role) ?? 0)} MB`).join(', ')
}

import { BenchFleet, type Ended, modelThatTakes, type Part } from './bench-fleet.js'
import type { BenchStores } from './bench-stores.js'
import { cpuSeconds } from './cpu-seconds.js'

export interface FleetRun {
  readonly id: string
  readonly samples: number
  readonly seconds: number
  /** CPU milliseconds per sample, by process. */
  readonly cpuMs: Readonly<Record<string, number>>
  /** Statements per sample: those sent to PostgreSQL, and all that it counted. */
  readonly sent: number
  readonly executed: number
  /** Pages of 8 KiB that statements touched, per sample. */
  readonly pages: number
}

export interface FleetLoad {
  readonly questions: number
  /** Samples per question. */
  readonly budget: number
  /** Concurrent calls of each worker. */
  readonly concurrency: number
  /** Samples per question before the measurement: a process compiles its code while it draws its first thousands. */
  readonly warmUp: number
}

const STATEMENTS = `SELECT coalesce(sum(calls) FILTER (WHERE toplevel), 0)::float8 AS sent, coalesce(sum(calls), 0)::float8 AS executed,
  coalesce(sum(shared_blks_hit + shared_blks_read) FILTER (WHERE toplevel), 0)::float8 AS pages
FROM pg_stat_statements`

/**
 * Runs one evaluation on real processes, from its submission to its last verdict, with a model that answers at once.
 */
export async function fleetRun(stores: BenchStores, load: FleetLoad): Promise<FleetRun> {
  const fleet = await BenchFleet.start(stores, load, await modelThatTakes([0, 0]))
  try {
    // Connections are opened, statements planned and code compiled only once, however long a fleet runs.
    await fleet.evaluate(`sc@${load.warmUp}`)
    const stored = [{ name: 'postgres', pid: stores.postgres.pid }]
    const redis = stores.redis === null ? [] : [{ name: 'redis', pid: stores.redis.pid }]
    const parts = [...fleet.parts, ...stored, ...redis, { name: 'model', pid: process.pid }]
    return await measured(stores, parts, () => fleet.evaluate(`sc@${load.budget}`))
  } finally {
    await fleet.stop()
  }
}

/** Measures what some work costs the given processes. */
export async function measured(
  stores: BenchStores,
  parts: readonly Part[],
  work: () => Promise<Ended>,
): Promise<FleetRun> {
  await stores.db.query('SELECT pg_stat_statements_reset()')
  const before = parts.map(({ pid }) => cpuOf(pid))
  const began = performance.now()
  const { id, samples } = await work()
  const seconds = (performance.now() - began) / 1000
  const cpuMs: Record<string, number> = {}
  for (const [n, { name, pid }] of parts.entries()) {
    cpuMs[name] = (cpuMs[name] ?? 0) + ((cpuOf(pid) - (before[n] ?? 0)) * 1000) / samples
  }
  const [{ sent, executed, pages }] =
    await stores.db.query<[{ sent: number; executed: number; pages: number }]>(STATEMENTS)
  return { id, samples, seconds, cpuMs, sent: sent / samples, executed: executed / samples, pages: pages / samples }
}

/** The bench's own process is also the model's; its children are counted separately. */
function cpuOf(pid: number): number {
  if (pid !== process.pid) return cpuSeconds(pid)
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

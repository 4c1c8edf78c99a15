import { readdirSync, readFileSync } from 'node:fs'
import { BenchFleet, type BenchStores, type Ended, modelThatTakes, type Part } from './bench-fleet.js'

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

/** Linux counts CPU time in hundredths of a second. */
const TICKS_A_SECOND = 100

/** CPU seconds that a process and its children, ended ones included, have used so far. */
export function cpuSeconds(pid: number): number {
  return statOf(pid, (fields) => sum(fields.slice(11, 15))) / TICKS_A_SECOND + runningChildren(pid)
}

function runningChildren(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(Number(name), parentOf) === pid)
  return children.reduce((total, child) => total + cpuSeconds(Number(child)), 0)
}

function parentOf(fields: readonly string[]): number {
  return Number(fields[1])
}

/** The fields after the command's name, which may contain anything; 0 for a process that has ended. */
function statOf(pid: number, take: (fields: readonly string[]) => number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return take(stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  } catch {
    return 0
  }
}

function sum(values: readonly string[]): number {
  return values.reduce((total, value) => total + Number(value), 0)
}

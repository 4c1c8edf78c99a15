import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  GetEvaluation,
  GetEvaluationAccount,
  ImportBenchmark,
  ListPools,
  pathOf,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { demoBenchmark } from '@cges-fleet/formats'
import { z } from 'zod'

/** What is read of an evaluation, the same in this build and the one before. */
const View = z.object({
  id: z.string(),
  status: z.string(),
  digest: z.string().nullable(),
  samples: z.object({ drawn: z.int(), inFlight: z.int(), attempts: z.int() }),
  trials: z.object({ total: z.int(), closed: z.int(), blocked: z.int() }),
})
export type View = z.infer<typeof View>

const Account = z.object({ calls: z.array(z.object({ state: z.string(), calls: z.int() })) })
const Pools = z.object({
  pools: z.array(z.object({ name: z.string(), workers: z.array(z.object({ ready: z.boolean() })) })),
})

/** The evaluation that steps run again: with one seed it has one digest, whatever is done to the fleet. */
const SPEC = { benchmark: 'demo', pool: 'simulated', seed: 7, questions: 60, methods: ['sc@8', 'esc:window=2@8'] }

/** The fleet that Compose brought up, from outside: its API alone. */
export class FleetUnderEngine {
  constructor(readonly url: string) {}

  async submit(spec: Partial<typeof SPEC> = {}): Promise<string> {
    await this.#send(pathOf(ImportBenchmark), demoBenchmark())
    return View.parse(await this.#send(pathOf(SubmitEvaluation), { ...SPEC, ...spec })).id
  }

  async view(id: string): Promise<View> {
    return View.parse(await this.#send(pathOf(GetEvaluation, { path: { id } })))
  }

  /** Calls by how they ended: `settled`, `handed_back`, `lost` and so on. */
  async calls(id: string): Promise<ReadonlyMap<string, number>> {
    const { calls } = Account.parse(await this.#send(pathOf(GetEvaluationAccount, { path: { id } })))
    const sums = new Map<string, number>()
    for (const { state, calls: count } of calls) sums.set(state, (sums.get(state) ?? 0) + count)
    return sums
  }

  async readyWorkers(): Promise<number> {
    const { pools } = Pools.parse(await this.#send(pathOf(ListPools)))
    const pool = pools.find(({ name }) => name === SPEC.pool)
    return pool?.workers.filter(({ ready }) => ready).length ?? 0
  }

  /** Waits for an evaluation to come so far; an API that is being replaced is asked again. */
  async until(id: string, condition: (view: View) => boolean, seconds = 240): Promise<View> {
    let last: View | undefined
    let problem = ''
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100)) {
      try {
        last = await this.view(id)
        if (condition(last)) return last
        if (last.status !== 'running') break
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error)
      }
    }
    throw new Error(`the evaluation did not come so far within ${seconds} s: ${JSON.stringify(last)} ${problem}`)
  }

  done(id: string): Promise<View> {
    return this.until(id, ({ status }) => status === 'done')
  }

  async #send(path: string, body?: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const how = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${this.url}${path}`, { ...how, signal: AbortSignal.timeout(20_000) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 500)}`)
    return response.json()
  }
}

/** Of a second of processor time, in which the kernel counts. */
const TICKS = 100

/**
 * Processor seconds that our own engine has used: its daemons, each container's shim, and the programs with which those
 * enter containers, which a health check costs beside its own command. Its processes name its folder.
 */
export function engineSeconds(folder: string): number {
  const ours = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && read(pid, 'cmdline').includes(`${folder}/`))
  return ours.reduce((sum, pid) => sum + ticksOf(read(pid, 'stat')), 0) / TICKS
}

/** Of a process and the children it has waited for, by its line in `/proc`. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

function read(pid: string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

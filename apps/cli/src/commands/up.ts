import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoBenchmark, type EvaluationSpecInput, type EvaluationView } from '@cges-fleet/core'
import { ApiClient } from '../api-client.js'
import { readApiKey } from '../env.js'
import { evaluationJson } from '../report/evaluation-json.js'
import { readStoreEnvironment } from '../up/env.js'
import { writeFleetRecord } from '../up/fleet-record.js'
import { openStores, type Stores } from '../up/open-stores.js'
import { type Answers, type Fleet, startFleet } from '../up/start-fleet.js'
import { UsageError } from '../usage-error.js'
import { watchEvaluation } from './watch-evaluation.js'

export interface UpOptions {
  readonly demo: boolean
  readonly exitWhenDone: boolean
  readonly json: string | undefined
  readonly data: string
  readonly port: number | null
  readonly workers: number
  readonly concurrency: number
  readonly pool: string
  readonly answers: Answers
}

/** Everything of the paper's comparison that this version has, on the project's own questions. */
const DEMONSTRATION: EvaluationSpecInput = {
  name: 'Demonstration',
  benchmark: 'demo',
  pool: 'simulated',
  seed: 1,
  methods: [
    'sc@16',
    'esc:window=4@16',
    'asc-beta@16',
    'cges:confidence=lns-arith,gamma=0.99@16',
    'cges:confidence=lns-geom,gamma=0.99@16',
  ],
}

/** Brings up a whole fleet on this machine and keeps it up until it is told to stop. Returns the exit code. */
export async function up(options: UpOptions): Promise<number> {
  const began = performance.now()
  const stopped = stopSignal()
  const early = stopped.then(() => {
    throw new UsageError('Stopped before the fleet was ready.')
  })
  let stores: Stores | undefined
  let fleet: Fleet | undefined
  try {
    stores = await Promise.race([openStores(readStoreEnvironment(), options.data), early])
    fleet = await Promise.race([startFleet({ ...options, stores, dashboardPort: options.port }), early])
    writeFleetRecord(options.data, { api: fleet.api, dashboard: fleet.dashboard })
    if (options.demo || options.answers.kind === 'simulated') await apiOf(fleet).importBenchmark(demoBenchmark())
    announce(fleet, stores, (performance.now() - began) / 1000)
    return await stayUp(fleet, options, stopped)
  } finally {
    early.catch(() => undefined)
    await fleet?.stop()
    await stores?.close()
  }
}

async function stayUp(fleet: Fleet, options: UpOptions, stopped: Promise<void>): Promise<number> {
  const ended = Promise.race([stopped.then(() => 0), childFailure(fleet)])
  if (options.demo) {
    const outcome = await Promise.race([ended, demonstrate(fleet, options)])
    if (outcome !== 'stay') return outcome
  }
  console.log(
    `\nThe fleet stays up; Ctrl-C ends it.${fleet.dashboard === null ? '' : ` Dashboard: ${fleet.dashboard}`}`,
  )
  return ended
}

async function demonstrate(fleet: Fleet, options: UpOptions): Promise<number | 'stay'> {
  const api = apiOf(fleet)
  const { id } = await api.submit({ ...DEMONSTRATION, pool: options.pool })
  if (fleet.dashboard !== null) console.log(`Watch it at ${fleet.dashboard}/evaluations/${id}\n`)
  const ended = await watchEvaluation(api, id)
  if (options.json !== undefined) writeResult(options.json, ended)
  if (!options.exitWhenDone) return 'stay'
  return ended.status === 'done' ? 0 : 1
}

function apiOf({ api }: Fleet): ApiClient {
  return new ApiClient({ url: () => api, key: readApiKey() })
}

function writeResult(file: string, view: EvaluationView): void {
  try {
    writeFileSync(file, `${JSON.stringify(evaluationJson(view), null, 2)}\n`)
  } catch (cause) {
    throw new UsageError(`${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

function announce(fleet: Fleet, stores: Stores, seconds: number): void {
  console.log(`Ready in ${seconds.toFixed(1)} s: ${stores.description}.`)
  console.log(`API        ${fleet.api}/v1/docs`)
  if (fleet.dashboard !== null) console.log(`Dashboard  ${fleet.dashboard}`)
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}

/** A part of the fleet that ends by itself takes the rest with it, saying so: half a fleet would only look alive. */
async function childFailure(fleet: Fleet): Promise<number> {
  for (;;) {
    const dead = fleet.children.find(({ process: child }) => child.exitCode !== null || child.signalCode !== null)
    if (dead !== undefined) {
      console.error(`The ${dead.name} ended (${dead.process.signalCode ?? dead.process.exitCode}): stopping the fleet.`)
      return 1
    }
    await sleep(500, undefined, { ref: false })
  }
}

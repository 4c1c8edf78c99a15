import { preflightNoteWords, preflightWords } from '@cges-fleet/core'
import {
  GetDocs,
  ImportBenchmark,
  LabelEvaluation,
  ListPools,
  pathOf,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { ApiClient } from '../api/api-client.js'
import { removeFleetRecord, writeFleetRecord } from '../api/connection.js'
import { benchmarkLines } from '../benchmarks/benchmark-text.js'
import { parseEnvironment } from '../env.js'
import { UsageError } from '../errors.js'
import { watchEvaluation } from '../evaluations/evaluate-command.js'
import { evaluationJson } from '../evaluations/evaluation-json.js'
import { makeFolder, requireWritable, writeTextFile } from '../files/text-files.js'
import { DATA_FOLDER } from '../paths.js'
import { waitWithBar } from '../shell/progress.js'
import {
  ABOUT_DEMONSTRATION,
  aboutAnswers,
  aboutUnknown,
  demonstration,
  type KnownQuestions,
  knownQuestions,
  questionsFor,
  requireKnown,
  unknownStored,
} from './known-questions.js'
import { parseStoreEnvironment, type UpEnvironment } from './env.js'
import { earlierFleetEnded } from './guard/guard-record.js'
import { type Answers, type Fleet, openStores, startFleet, type Stores } from './start-fleet.js'
import { type FirstKey, firstKey } from './first-key.js'
import { signInNotice } from './sign-in-notice.js'
import type { Launch } from './processes.js'
import { Started } from './guard/guard.js'
import { keepRunning } from './keep-running.js'

export interface UpOptions {
  readonly demo: boolean
  readonly exitWhenDone: boolean
  readonly json: string | undefined
  readonly data: string
  readonly port: number | null
  /** 0 picks any free port. */
  readonly apiPort: number
  /** Null starts no gateway. */
  readonly gatewayPort: number | null
  readonly workers: number
  readonly concurrency: number
  readonly pool: string
  readonly answers: Answers
  /** How long a starting process may make no progress. */
  readonly readyTimeoutMs: number
}

/** Starts a whole fleet on this machine and keeps it running until it is stopped. Returns the exit code. */
export async function up(options: UpOptions): Promise<number> {
  const began = performance.now()
  requireWritable(options.json)
  if (options.demo && options.workers === 0) throw new UsageError('--demo needs workers. Leave out --workers 0.')
  const known = await knownQuestions(options.answers)
  if (options.demo) requireKnown(questionsFor(options.answers), options.answers, known)
  const env = parseStoreEnvironment()
  makeFolder(options.data)
  const stopped = stopSignal()
  const early = stopped.then(() => {
    throw new UsageError('Stopped before the fleet was ready.')
  })
  early.catch(() => undefined)
  if (env.DATABASE_URL === undefined) await Promise.race([earlierFleetEnded(options.data, console.error), early])
  const started = Started.begin(env.DATABASE_URL === undefined ? options.data : null)
  try {
    const quietMs = options.readyTimeoutMs
    const fleet = await waitWithBar('starting', 'the fleet', (tell) =>
      Promise.race([bringUp(env, options, { started, quietMs, tell }), early]),
    )
    announce(fleet, options, (performance.now() - began) / 1000)
    await tellUnknown(fleet, options, known)
    await describeServers(fleet, options)
    return await stayUp(fleet, options, stopped)
  } finally {
    await started.end()
  }
}

/** Reports, before any evaluation, which questions can be answered and which have no known answer. */
async function tellUnknown(
  { stores }: Ready,
  { answers, demo, pool, workers }: UpOptions,
  known: KnownQuestions | null,
): Promise<void> {
  if (workers === 0) {
    console.log(`Workers    none yet. Beside each model server, run: cges worker --pool ${pool} --model-server URL`)
    return
  }
  console.log(`Answers    ${aboutAnswers(answers, known)}; pool ${pool}`)
  const demonstrated = demo ? aboutUnknown(questionsFor(answers), answers, known) : null
  const stored = await unknownStored(stores.databaseUrl, answers, known)
  for (const said of [demonstrated, ...stored]) if (said !== null) console.log(`warning: ${said}`)
}

/** Says in a sentence what the model servers can do, and what will not work with them. */
async function describeServers(fleet: Ready, { answers, pool }: UpOptions): Promise<void> {
  if (answers.kind !== 'servers' || !fleet.firstKey.isLetIn) return
  const { pools } = await apiOf(fleet).call(ListPools, {})
  const served = pools.find(({ name }) => name === pool)
  if (served?.promise == null) return
  console.log(`Servers    ${served.model} on ${preflightWords(served.promise)}.`)
  for (const note of served.promise.notes) console.log(`warning: ${preflightNoteWords(note)}`)
}

interface Ready extends Fleet {
  readonly stores: Stores
  readonly firstKey: FirstKey
}

async function bringUp(env: UpEnvironment, options: UpOptions, launch: Launch): Promise<Ready> {
  const stores = await openStores(env, options.data, launch)
  const key = await firstKey(stores.databaseUrl, options.data)
  if (options.demo && !key.isLetIn) throw new UsageError(`The demonstration needs a key.\n${key.notice ?? ''}`)
  const fleet = await startFleet({ ...options, stores, dashboardPort: options.port }, launch)
  writeFleetRecord(options.data, { api: fleet.api, dashboard: fleet.dashboard })
  const ready = { ...fleet, stores, firstKey: key }
  const { kind } = options.answers
  if (options.workers > 0 && key.isLetIn && (options.demo || kind === 'tiny' || kind === 'simulated')) {
    await apiOf(ready).repeat(ImportBenchmark, benchmarkLines(questionsFor(options.answers)))
  }
  return ready
}

async function stayUp(fleet: Ready, options: UpOptions, stopped: Promise<void>): Promise<number> {
  const over = new AbortController()
  const ended = Promise.race([stopped.then(() => 0), keepRunning(fleet.children, over.signal)])
  try {
    if (options.demo) {
      const outcome = await Promise.race([ended, demonstrate(fleet, options)])
      if (outcome !== 'stay') return outcome
    }
    const page = fleet.dashboard === null ? '' : ` Dashboard: ${fleet.dashboard}`
    console.log(`\nThe fleet keeps running. Press Ctrl-C to stop it.${page}`)
    return await ended
  } finally {
    removeFleetRecord(options.data)
    over.abort()
  }
}

async function demonstrate(fleet: Ready, options: UpOptions): Promise<number | 'stay'> {
  const api = apiOf(fleet)
  const { id } = await api.call(SubmitEvaluation, { body: { ...demonstration(options.answers), pool: options.pool } })
  await api.call(LabelEvaluation, { path: { id }, body: { note: ABOUT_DEMONSTRATION } })
  console.log(`\nDemonstration: ${ABOUT_DEMONSTRATION}`)
  if (fleet.dashboard !== null) console.log(`Watch it at ${fleet.dashboard}/evaluations/${id}\n`)
  const ended = await watchEvaluation(api, id)
  if (options.json !== undefined) {
    writeTextFile(options.json, `${JSON.stringify(evaluationJson(ended), null, 2)}\n`)
  }
  if (!options.exitWhenDone) return 'stay'
  return ended.status === 'done' ? 0 : 1
}

function apiOf({ api, firstKey }: Ready): ApiClient {
  return new ApiClient({ url: () => api, key: firstKey.key })
}

function announce(
  { api, dashboard, gateway, stores, firstKey }: Ready,
  { data, exitWhenDone }: UpOptions,
  seconds: number,
): void {
  console.log(`Ready in ${seconds.toFixed(1)} s. Press Ctrl-C to stop the fleet.`)
  if (dashboard !== null) console.log(`Dashboard  ${dashboard}`)
  console.log(`API        ${api}`)
  // Other commands find a fleet by the folder that is used unless another is named.
  if (data !== DATA_FOLDER) console.log(`In other terminals: export CGES_API=${api}`)
  console.log(`API docs   ${api}${pathOf(GetDocs)}`)
  if (gateway !== null) console.log(`Gateway    ${gateway}/v1`)
  console.log(`Data       ${stores.description}`)
  if (stores.isEmbedded && !exitWhenDone)
    console.log(`Add a pool DATABASE_URL='${stores.databaseUrl}' cges worker --pool NAME --model-server URL`)
  for (const line of signInNotice(parseEnvironment(), dashboard)) console.log(line)
  if (firstKey.notice !== null) console.log(firstKey.notice)
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}

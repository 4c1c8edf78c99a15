import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess, ProgressJudge } from '@cges-fleet/db/process'
import { z } from 'zod'
import { childEnvironment } from '../env.js'
import { UsageError } from '../errors.js'
import { readTextFile } from '../files/text-files.js'
import { DASHBOARD_ENTRY } from '../paths.js'
import { duration } from '../shell/format.js'
import { printable } from '../shell/printing.js'
import { ended, type Started } from './guard/guard.js'

/** A child's message once it serves. */
const Ready = z.object({ listening: z.string().optional() })

/** A process's last output may arrive after its exit. */
const LAST_WORDS_MS = 500

export interface Child {
  readonly name: string
  /** Resolves with its signal or exit code. */
  readonly ended: Promise<string>
  /** Its URL, for those that listen. */
  readonly listening: string | null
  /** Starts it again where it listened, and waits until it serves. */
  readonly restart: () => Promise<Child>
}

interface ChildOptions {
  readonly name: string
  readonly entry: string
  readonly env: Readonly<Record<string, string>>
  /** Resolves with the URL once a child serves, for one that does not report it itself. */
  readonly ready?: (child: ChildProcess) => Promise<string | null>
}

/** The context a child is started in. */
export interface Launch extends Patience {
  readonly started: Started
}

/**
 * Starts one of the fleet's processes and waits until it serves. The IPC channel also ends it: when this process dies,
 * however it dies, the channel closes and the child exits; the guard ends one that does not.
 */
export async function spawnChild(options: ChildOptions, launch: Launch): Promise<Child> {
  const child = fork(options.entry, { env: childEnvironment(options.env), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  launch.started.child(child)
  const said = { count: 0, last: '' }
  let serving = false
  const show = (text: string) => process.stderr.write(printable(text).replaceAll(/^(?=.)/gm, `[${options.name}] `))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (serving) show(text)
    else Object.assign(said, { count: said.count + 1, last: `${said.last}${text}`.slice(-4000) })
  })
  const starting = {
    name: options.name,
    pid: child.pid ?? 0,
    ready: (options.ready ?? firstMessage)(child),
    ended: ended(child).then(() => Promise.race([once(child, 'close'), sleep(LAST_WORDS_MS)])),
    said: () => ({ ...said, last: said.last.trim() }),
  }
  const listening = await awaitReady(starting, launch).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  serving = true
  show(said.last)
  return {
    name: options.name,
    ended: ended(child).then(() => child.signalCode ?? String(child.exitCode)),
    listening,
    restart: () => spawnChild(there(options, listening), launch),
  }
}

/** The other processes know it by its address. */
function there(options: ChildOptions, listening: string | null): ChildOptions {
  return listening === null ? options : { ...options, env: { ...options.env, PORT: new URL(listening).port } }
}

function firstMessage(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(Ready.parse(message).listening ?? null))
  })
}

const HOST = '127.0.0.1'

/** Starts the dashboard on the wanted port, or the next free one, and waits until it answers. */
export async function startDashboard(wantedPort: number, api: string, launch: Launch): Promise<Child> {
  if (!existsSync(DASHBOARD_ENTRY))
    throw new UsageError('The dashboard is not built: run `node .config/prepare.mjs run` first')
  const port = await freePort(wantedPort, HOST)
  if (port !== wantedPort) console.error(`Port ${wantedPort} is taken: the dashboard is on ${port}.`)
  const ready = async (child: ChildProcess) => {
    await answers(child, `http://${HOST}:${port}/evaluations`)
    return `http://localhost:${port}`
  }
  const env = { PORT: String(port), HOSTNAME: HOST, API_URL: api, NODE_ENV: 'production' }
  return spawnChild({ name: 'dashboard', entry: DASHBOARD_ENTRY, env, ready }, launch)
}

/** The caller that awaits this also watches the process for progress. */
async function answers(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return
    await sleep(100)
  }
  await new Promise(() => undefined)
}

const REPORT_WAIT_MS = 5000

/** Refuses to start a fleet on model servers that are unreachable or refuse the key: its workers would only wait. */
export async function requireModelServer(
  url: string,
  keyFile: string | undefined,
  { quietMs, tell }: Patience,
): Promise<void> {
  // `localhost:8000` would parse as an address of the scheme "localhost".
  if (!/^https?:/u.test(url) || !URL.canParse(url))
    throw new UsageError(`--model-server ${url} is not an address: write http://host:port`)
  const headers = keyFile === undefined ? {} : { authorization: `Bearer ${readTextFile(keyFile).trim()}` }
  const models = `${url.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1/models`
  const telling = setTimeout(() => tell(`Waiting for the model server at ${url} to answer.`), REPORT_WAIT_MS)
  const response = await fetch(models, { headers, signal: AbortSignal.timeout(quietMs) })
    .catch((cause: unknown) => {
      throw new UsageError(`No model server answers at ${url}: start it (vllm serve …) or check --model-server`, {
        cause,
      })
    })
    .finally(() => clearTimeout(telling))
  await response.body?.cancel()
  if (response.status === 401 || response.status === 403) throw new UsageError(keyProblem(url, keyFile))
  if (response.status !== 200) {
    throw new UsageError(
      `${models} answered ${response.status}: --model-server must be the address of a model server with OpenAI’s endpoints`,
    )
  }
}

function keyProblem(url: string, keyFile: string | undefined): string {
  return keyFile === undefined
    ? `The model server at ${url} requires a key: name a file with it, --model-key-file key.txt`
    : `The model server at ${url} refuses the key in ${keyFile}: write the key it was started with into it`
}

interface Starting {
  /** Its name for people: `worker 1`. */
  readonly name: string
  readonly pid: number
  /** Resolves with its URL once it serves. */
  readonly ready: Promise<string | null>
  readonly ended: Promise<unknown>
  /** Its output so far. */
  readonly said: () => { readonly count: number; readonly last: string }
}

interface Patience {
  /** How long a process may make no progress. */
  readonly quietMs: number
  /** Reports, now and then, what is being waited for. */
  readonly tell: (line: string) => void
}

const LOOK_MS = 250
/** When the wait is first reported; the intervals then double. */
const FIRST_REPORT_MS = 20_000

/** Waits until a process serves, however slow the machine is, and gives up only if it exits or makes no progress. */
async function awaitReady(starting: Starting, { quietMs, tell }: Patience): Promise<string | null> {
  const began = performance.now()
  const judge = new ProgressJudge(quietMs)
  const ready = starting.ready.then((address) => ({ address }))
  const ended = starting.ended.then(() => {
    throw new UsageError(`The ${starting.name} ended: ${starting.said().last || 'it printed nothing'}`)
  })
  ended.catch(() => undefined)
  let reportAfter = FIRST_REPORT_MS
  for (;;) {
    const outcome = await Promise.race([ready, ended, sleep(LOOK_MS)])
    if (outcome !== undefined) return outcome.address
    const facts = findProcess(starting.pid)
    if (facts === null) continue
    const { count, last } = starting.said()
    const waited = performance.now() - began
    const isStuck = judge.isStuck({ ...facts, atMs: performance.now(), heard: count })
    const words = last === '' ? 'It has printed nothing.' : `It last printed: ${last}`
    if (isStuck) {
      throw new UsageError(
        `The ${starting.name} is not ready after ${duration(waited / 1000)} and made no progress for ${duration(quietMs / 1000)}. ${words}\n` +
          'Raise --ready-timeout (seconds without progress) to wait longer.',
      )
    }
    if (waited < reportAfter) continue
    tell(`Still starting the ${starting.name} (${duration(waited / 1000)}). ${last === '' ? '' : words}`.trim())
    reportAfter *= 2
  }
}

/** Finds the first free port from a wanted one upwards. */
async function freePort(wanted: number, host: string): Promise<number> {
  for (let port = wanted; port < wanted + 100; port++) {
    if ((await listenProblem(port, host)) === null) return port
  }
  throw new UsageError(`no port from ${wanted} to ${wanted + 99} is free`)
}

/** Refuses a port that another program listens on. */
export async function requireFree(port: number, host: string): Promise<void> {
  const problem = await listenProblem(port, host)
  if (problem === null) return
  const why = problem === 'EADDRINUSE' ? 'is taken' : `cannot be used (${problem})`
  throw new UsageError(`port ${port} on ${host} ${why}. Set --port to another, or to 0 for any free one.`)
}

/** Returns the code of the error that listening there gives; null if the port is free. */
function listenProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}

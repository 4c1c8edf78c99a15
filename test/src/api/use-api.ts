import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '@cges-fleet/client'
import { pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { type DataSource, ensurePool, LOCAL_TEAM, openDatabase, saveBenchmark } from '@cges-fleet/db'
import { afterAll, beforeAll } from 'vitest'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'
import { benchmark, POOL } from '../support/evaluation-rows.js'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; null if it is not JSON. */
  readonly body: unknown
}

export interface Api {
  readonly db: DataSource
  readonly app: RunningApp
  readonly url: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Drops the database while the process runs. */
  dropDatabase(): Promise<void>
}

/** A valid submission; tests make one part of it invalid. */
export const SPEC = { benchmark: 'numbers', pool: POOL, methods: ['sc@2'] }

/** One real API process on its own database for a file's tests, with a pool and a benchmark of two questions. */
export function useApi(
  variables: () => Readonly<Record<string, string>> = () => ({}),
  /** Node's own flags. */
  execArgv: readonly string[] = [],
): () => Api {
  let api: Api | undefined
  let fresh: FreshDatabase | undefined
  beforeAll(async () => {
    const database = await freshDatabase()
    fresh = database
    const db = await openDatabase({ url: database.url, application: 'test', connections: 4 })
    await ensurePool(db, POOL, { model: 'm', provenance: 'simulated' })
    await saveBenchmark(db, LOCAL_TEAM, benchmark())
    const app = await spawnApp('api', { DATABASE_URL: database.url, PORT: '0', ...variables() }, { execArgv })
    const dropDatabase = async () => {
      fresh = undefined
      await db.destroy()
      await database.drop()
    }
    api = { db, app, url: app.listening, dropDatabase, ...callsTo(app.listening) }
  })
  afterAll(async () => {
    await api?.app.kill('SIGTERM')
    if (fresh !== undefined) await api?.db.destroy()
    await fresh?.drop()
  })
  return () => {
    if (api === undefined) throw new Error('the API is there inside a test only')
    return api
  }
}

function callsTo(url: string): Pick<Api, 'get' | 'post'> {
  return {
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers }).then(answer),
    post: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
      }).then(answer),
  }
}

/** Reads a whole answer. */
export async function answer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
}

/** Submits an evaluation that must be accepted, and returns its id. */
export async function submitted(api: Api, changes: object = {}): Promise<string> {
  const { status, text, body } = await api.post(pathOf(SubmitEvaluation), { ...SPEC, ...changes })
  if (status !== 201 || typeof body !== 'object' || body === null || !('id' in body)) throw new Error(text)
  return String(body.id)
}

interface LiveEvent {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

interface LiveStream {
  readonly status: number
  readonly type: string
  readonly events: LiveEvent[]
  /** Settles when either side has ended the stream. */
  readonly ended: Promise<void>
  leave(): void
}

/** Follows a stream of server-sent events, collecting what it sends. */
export async function follow(url: string, headers: Record<string, string> = {}): Promise<LiveStream> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  const events: LiveEvent[] = []
  const ended = gather(response, events).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, events, ended, leave: () => leaving.abort() }
}

async function gather(response: Response, into: LiveEvent[]): Promise<void> {
  for await (const { data, ...event } of readEvents(response)) into.push({ ...event, data: JSON.parse(data) })
}

/** A client that follows an evaluation's event stream on its own connection. */
export interface StreamClient {
  /** The version of the newest frame that was read; null before the first. */
  version(): number | null
  /** Reads what has arrived for a client that stalled, and returns whether the stream had been ended meanwhile. */
  wasCut(withinMs: number): Promise<boolean>
  leave(): void
}

/** The head of a frame; only this much of the stream is kept. */
const HEAD = /id: (\d+)\nevent: snapshot\n/g
const KEPT = 60

/** Follows a stream as a browser does, keeping none of it; a stalled client sends the request, and then never reads. */
export async function streamClient(url: string, stalled: boolean): Promise<StreamClient> {
  const asking = get(url, { agent: false, headers: { accept: 'text/event-stream' } })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`no stream: ${answer.statusCode}`)
  let version: number | null = null
  let tail = ''
  let over = false
  answer.on('error', () => undefined)
  asking.on('error', () => undefined)
  answer.on('close', () => (over = true))
  if (stalled) answer.socket.pause()
  else {
    answer.setEncoding('latin1').on('data', (text: string) => {
      const seen = tail + text
      for (const [, head] of seen.matchAll(HEAD)) version = Number(head)
      tail = seen.slice(-KEPT)
    })
  }
  const wasCut = async (withinMs: number) => {
    answer.socket.resume()
    answer.resume()
    const closed = once(answer, 'close').catch(() => undefined)
    if (!over) await Promise.race([closed, sleep(withinMs)])
    return over
  }
  return { version: () => version, wasCut, leave: () => asking.destroy() }
}

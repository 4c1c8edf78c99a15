import { type DataSource, ensurePool, LOCAL_TEAM, openDatabase, saveBenchmark } from '@cges-fleet/db'
import { pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterAll, beforeAll } from 'vitest'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { benchmark, POOL } from '../support/evaluation-rows.js'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js'

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
    const own = await freshDatabase()
    fresh = own
    const db = await openDatabase({ url: own.url, application: 'test', connections: 4 })
    await ensurePool(db, POOL, { model: 'm', provenance: 'simulated' })
    await saveBenchmark(db, LOCAL_TEAM, benchmark())
    const app = await spawnApp('api', { DATABASE_URL: own.url, PORT: '0', ...variables() }, { execArgv })
    const dropDatabase = async () => {
      fresh = undefined
      await db.destroy()
      await own.drop()
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

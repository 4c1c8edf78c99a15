import { GRADING_VERSION } from '@cges-fleet/answers'
import { Role, type Scope } from '@cges-fleet/core'
import {
  createKey,
  createTeam,
  type DataSource,
  ensurePool,
  findTeam,
  heartbeat,
  LOCAL_TEAM,
  newId,
  openDatabase,
  loadPepper,
  requestRegrade,
  saveBenchmark,
  type TeamId,
} from '@cges-fleet/db'
import { afterAll, beforeAll } from 'vitest'
import { type Answer, answer } from '../api/use-api.js'
import { type RunningApp, spawnApp, type SpawnOptions } from '../fleet/spawn-app.js'
import { benchmark, drawn, POOL, round, select, submit } from '../support/evaluation-rows.js'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'
import { landAll } from '../support/landed-samples.js'

/** A secret of these tests, whose text is searched for where it must not appear. */
export const PEPPER = 'canary-pepper-0123456789-abcdefghijklmnop'

export interface TestTeam {
  readonly id: TeamId
  readonly name: string
  /** A working key of each role. */
  readonly keys: Readonly<Record<Role, string>>
  /** A finished evaluation for which regrading was requested. */
  readonly evaluation: string
  /** A text that every one of its texts contains. */
  readonly mark: string
}

export interface Teams {
  readonly db: DataSource
  readonly databaseUrl: string
  readonly app: RunningApp
  readonly url: string
  readonly one: TestTeam
  readonly two: TestTeam
  ask(method: string, path: string, asking?: Asking): Promise<Answer>
  newKey(team: TestTeam, role: Role, scopes?: readonly Scope[]): Promise<string>
  /** The name of a key. */
  keyName(key: string | undefined): Promise<string | null>
  /** A cancelled evaluation of a team that a key of this name submitted. */
  newEvaluation(team: TestTeam, key: string | undefined): Promise<string>
}

export interface Asking {
  readonly key?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const pepper = loadPepper({ KEY_PEPPER: PEPPER })

/** An API with sign-in and two teams, each with finished work and a key of every role. */
export function useTeams(variables: Readonly<Record<string, string>> = {}, options: SpawnOptions = {}): () => Teams {
  let teams: Teams | undefined
  let fresh: FreshDatabase | undefined
  beforeAll(async () => {
    const database = await freshDatabase()
    fresh = database
    const db = await openDatabase({ url: database.url, application: 'test', connections: 4 })
    const one = await testTeam(db, 'one')
    const two = await testTeam(db, 'two')
    const generous = { KEY_REQUESTS_PER_SECOND: '10000', TEAM_REQUESTS_PER_SECOND: '10000' }
    const settings = { DATABASE_URL: database.url, PORT: '0', KEY_PEPPER: PEPPER, ...generous, ...variables }
    const app = await spawnApp('api', settings, options)
    const newKey = (team: TestTeam, role: Role, scopes?: readonly Scope[]) => issue(db, team.id, role, scopes ?? null)
    const newEvaluation = (team: TestTeam, key: string | undefined) => endedEvaluation(db, team, key)
    const keyName = (key: string | undefined) => nameOf(db, key)
    const parts = { db, databaseUrl: database.url, app, url: app.listening, one, two, newKey, keyName, newEvaluation }
    teams = { ...parts, ask: askOf(app.listening) }
  })
  afterAll(async () => {
    await teams?.app.kill('SIGTERM')
    await teams?.db.destroy()
    await fresh?.drop()
  })
  return () => {
    if (teams === undefined) throw new Error('the API is there inside a test only')
    return teams
  }
}

async function testTeam(db: DataSource, name: string): Promise<TestTeam> {
  const mark = `MARK-OF-${name.toUpperCase()}`
  await createTeam(db, { name, weight: 1, limits: {}, keep: {}, gateway: {} }, 'machine')
  const id = (await findTeam(db, { name }))?.id ?? LOCAL_TEAM
  await ensurePool(db, POOL, { model: 'm', provenance: 'simulated' })
  await heartbeat(db, { id: newId(), pool: POOL, slots: 4, ready: true, reason: null, engine: null })
  const marked = { name: `numbers-${name}`, title: `Numbers ${mark}` }
  await saveBenchmark(db, id, benchmark(marked))
  const evaluation = await submit(db, { team: id, benchmark: marked, changes: { name: `evaluation ${mark}` } })
  await round(db, evaluation)
  await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null, { rawAnswer: mark }))
  await round(db, evaluation)
  await requestRegrade(db, id, evaluation, GRADING_VERSION + 1)
  const keys = await Promise.all(Role.options.map(async (role) => [role, await issue(db, id, role, null)]))
  return { id, name, keys: Object.fromEntries(keys), evaluation, mark }
}

async function nameOf(db: DataSource, key = ''): Promise<string | null> {
  const [named] = await select<{ name: string }>(db, 'SELECT name FROM api_key WHERE id = $1', [idOf(key)])
  return named?.name ?? null
}

async function endedEvaluation(db: DataSource, { id, name, mark }: TestTeam, key?: string): Promise<string> {
  const numbers = { name: `numbers-${name}`, title: `Numbers ${mark}` }
  const changes = { name: `own ${mark}`, owner: await nameOf(db, key) }
  const evaluation = await submit(db, { team: id, benchmark: numbers, changes })
  await db.query(`UPDATE evaluation SET status = 'cancelled', finished_at = now() WHERE id = $1`, [evaluation])
  return evaluation
}

async function issue(db: DataSource, team: TeamId, role: Role, scopes: readonly Scope[] | null): Promise<string> {
  if (pepper === null) throw new Error('no pepper')
  const wanted = { team, name: `a ${role}`, role, scopes, expiresAt: null }
  return (await createKey(db, wanted, { actor: 'machine', pepper })).key
}

/** The public part of a key, which names it in paths and lists. */
export const idOf = (key: string): string => key.split('_')[1] ?? ''

function askOf(url: string): Teams['ask'] {
  return (method, path, { key, body, headers } = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }).then(answer)
}

import { Role } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { POOL } from '../support/evaluation-rows.js'
import { idOf, type TestTeam, type Teams, useTeams } from './use-teams.js'

const teams = useTeams()

/** What each role may do, written out: a role that gains or loses a scope is a decision, made here too. */
const MAY: Readonly<Record<string, readonly Role[]>> = {
  'evaluations:read': ['viewer', 'member', 'operator', 'admin'],
  'benchmarks:read': ['viewer', 'member', 'operator', 'admin'],
  'pools:read': ['viewer', 'member', 'operator', 'admin'],
  'evaluations:write': ['member', 'operator', 'admin'],
  'benchmarks:write': ['member', 'operator', 'admin'],
  'keys:read': ['member', 'operator', 'admin'],
  'pools:operate': ['operator', 'admin'],
  'keys:manage': ['admin'],
  'teams:manage': ['admin'],
  'audit:read': ['admin'],
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly scope: string | undefined
  readonly hasBody: boolean
}

/** A body each route takes, with `team` as the one whose things it names. A new route with a body joins here or fails. */
const BODIES: Readonly<Record<string, (team: TestTeam, n: number) => unknown>> = {
  'POST /v1/evaluations': ({ name }) => ({ benchmark: `numbers-${name}`, pool: POOL, methods: ['sc@2'] }),
  'POST /v1/forecasts': ({ name }) => ({ benchmark: `numbers-${name}`, pool: POOL, methods: ['sc@2'] }),
  'POST /v1/evaluations/{id}/cancel': () => ({}),
  'POST /v1/evaluations/{id}/pause': () => ({}),
  'POST /v1/evaluations/{id}/resume': () => ({}),
  'POST /v1/evaluations/{id}/extend': () => ({ budget: 3 }),
  'POST /v1/evaluations/{id}/retry': () => ({}),
  'POST /v1/evaluations/{id}/clone': () => ({}),
  'POST /v1/imports': ({ name }, n) => ({
    benchmark: `numbers-${name}`,
    methods: ['sc@1'],
    model: 'm',
    source: { format: 'test', name: `log ${n}` },
  }),
  'POST /v1/imports/{id}/samples': () => ({ samples: [], complete: false }),
  'POST /v1/benchmarks': (_, n) => ({
    name: `new-${n}`,
    title: 'New',
    answerKind: 'text',
    template: '{question}',
    questions: [{ id: 'q', question: 'Q', answer: 'A' }],
  }),
  'POST /v1/session': ({ keys }) => ({ key: keys.viewer }),
  'POST /v1/teams': (_, n) => ({ name: `team-${n}` }),
  'PATCH /v1/teams/{team}': () => ({ weight: 2 }),
  'POST /v1/keys': () => ({ name: 'new', role: 'viewer' }),
  'POST /v1/keys/{id}/rotate': () => ({}),
}

/** Routes on which those who may use them see to all teams, by design; none of them shows a team's work. */
const ACROSS_TEAMS = /^(POST|PATCH|GET) \/v1\/(teams|keys|audit)/

async function operations(): Promise<Operation[]> {
  const { body } = await teams().ask('GET', '/v1/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { 'x-scope'?: string; requestBody?: object }>> }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      scope: operation['x-scope'],
      hasBody: operation.requestBody !== undefined,
    })),
  )
  // What only reads comes first: later calls change what there is to read.
  return all.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))
}

let made = 0

/** Calls a route with `key`, naming what belongs to `team` wherever the route names anything. */
async function call({ method, path, hasBody }: Operation, team: TestTeam, key: string | undefined) {
  const name = `${method} ${path}`
  const body = BODIES[name]
  if (hasBody && body === undefined) throw new Error(`give a body that ${name} takes, in BODIES`)
  const keyId = path.startsWith('/v1/keys') && method !== 'GET' ? idOf(await teams().newKey(team, 'viewer')) : ''
  const where = path
    .replace('{team}', team.name)
    .replace('{pool}', POOL)
    .replace('{file}', 'verdicts.csv')
    .replace('{id}', path.startsWith('/v1/keys') ? keyId : team.evaluation)
  if (where.includes('{')) throw new Error(`say what ${where} stands for`)
  const query = method === 'GET' && path === '/v1/keys' ? `?team=${team.name}` : ''
  return teams().ask(method, where + query, { key, ...(hasBody ? { body: body?.(team, ++made) } : {}) })
}

const roleOf = (all: Teams, role: Role) => all.one.keys[role]

it('lets in who may and nobody else: every route, every role, and without a key', async () => {
  const wrong: string[] = []
  for (const operation of await operations()) {
    const { method, path, scope } = operation
    for (const role of [undefined, ...Role.options]) {
      const { status } = await call(operation, teams().one, role && roleOf(teams(), role))
      const known = role !== undefined
      const may = scope === undefined || (known && MAY[scope]?.includes(role) === true)
      const refused = known ? status === 403 : status === 401
      if (may ? [401, 403, 404].includes(status) || status >= 500 : !refused) {
        wrong.push(`${method} ${path} as ${role ?? 'nobody'}: ${status}, ${may ? 'and may' : 'and may not'}`)
      }
    }
  }
  expect(wrong).toEqual([])
}, 240_000)

it('knows nothing of another team’s things: every route, every role, every id of the other’s', async () => {
  const wrong: string[] = []
  for (const operation of await operations()) {
    const name = `${operation.method} ${operation.path}`
    const namesATeamsThing = /\{id\}|\{team\}/.test(operation.path) || name === 'GET /v1/keys'
    for (const role of Role.options) {
      const { status, text } = await call(operation, teams().two, roleOf(teams(), role))
      if (text.includes(teams().two.mark)) wrong.push(`${name} as ${role} shows the other team’s work`)
      const across = role === 'admin' && ACROSS_TEAMS.test(name)
      if (namesATeamsThing && !across && ![403, 404].includes(status)) wrong.push(`${name} as ${role}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
  // The other team's work is there, and its own keys see it: the mark is looked for in earnest.
  const { two } = teams()
  const own = await teams().ask('GET', `/v1/evaluations/${two.evaluation}`, { key: two.keys.viewer })
  expect(own.text).toContain(two.mark)
  expect((await teams().ask('GET', '/v1/benchmarks', { key: two.keys.viewer })).text).toContain(two.mark)
}, 240_000)

it('leaves the other team’s evaluation as it was, after all of that', async () => {
  const { two } = teams()
  const { body } = await teams().ask('GET', `/v1/evaluations/${two.evaluation}`, { key: two.keys.viewer })
  expect(body).toMatchObject({ status: 'done', name: `evaluation ${two.mark}` })
})

it('shows teams apart in a pool to those who run pools, and one sum to the others', async () => {
  const { one, two, db } = teams()
  await db.query(`UPDATE evaluation SET status = 'running' WHERE id = ANY ($1)`, [[one.evaluation, two.evaluation]])
  const shares = async (key: string) => (await teams().ask('GET', `/v1/pools/${POOL}/shares`, { key })).body
  const others = { team: null, own: false }
  expect(await shares(one.keys.viewer)).toMatchObject({ teams: [{ team: 'one', own: true }, others] })
  expect(await shares(one.keys.operator)).toMatchObject({ teams: [{ team: 'one' }, { team: 'two', own: false }] })
  await db.query(`UPDATE evaluation SET status = 'done' WHERE id = $1`, [two.evaluation])
})

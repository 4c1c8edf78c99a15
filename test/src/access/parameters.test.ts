import {
  CreateImport,
  FinishSignIn,
  ListAudit,
  ListEvaluations,
  ListStoredSamples,
  pathOf,
  ROUTES,
  GetEvaluation,
  GetOpenapi,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { createShareLink } from '@cges-fleet/db'
import { beforeAll, expect, it } from 'vitest'
import { useTeams } from './use-teams.js'

const teams = useTeams()

interface Operation {
  readonly method: string
  readonly path: string
  readonly known: readonly string[]
}

let operations: Operation[] = []
/** Lets in to the routes for readers of share links; others ignore it. */
let link: string | undefined

beforeAll(async () => {
  const { db, one } = teams()
  const target = { kind: 'evaluation', evaluation: one.evaluation } as const
  link = (await createShareLink(db, one.id, { target, days: 1, by: null, actor: 'machine' }))?.token
  const { paths } = (await teams().ask('GET', pathOf(GetOpenapi))).body as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
  }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      known: parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])),
    })),
  )
})

const queryWith = (query: string, { method, path }: Operation) =>
  teams().ask(method, `${path}?${query}`, {
    key: teams().one.keys['fleet-admin'],
    ...(link === undefined ? {} : { headers: { 'share-token': link } }),
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
  })

it('refuses a parameter that a route does not know, by its name and with those it knows, on every route', async () => {
  expect(operations.length).toBeGreaterThan(30)
  // The provider chooses what it sends a browser back with.
  const chosenElsewhere = ROUTES.filter(({ anyQuery }) => anyQuery === true).map(({ at }) => at.path)
  expect(chosenElsewhere).toEqual([pathOf(FinishSignIn)])
  for (const operation of operations) {
    if (chosenElsewhere.includes(operation.path)) continue
    const { status, body } = await queryWith('limit=1e9', operation)
    const takes = operation.known.length === 0 ? 'takes none' : `takes ${operation.known.join(', ')}`
    const place = `${operation.method} ${operation.path}`
    expect([place, status, body]).toEqual([
      place,
      400,
      expect.objectContaining({
        detail: `Unknown parameter "limit": this route ${takes}.`,
        errors: [{ field: 'limit', problem: expect.stringContaining(takes) }],
      }),
    ])
  }
})

it('knows every parameter that it declares', async () => {
  const declaring = operations.filter(({ known }) => known.length > 0)
  expect(declaring.length).toBeGreaterThan(5)
  for (const operation of declaring) {
    const query = operation.known.map((name) => `${name}=`).join('&')
    expect((await queryWith(query, operation)).text).not.toContain('Unknown parameter')
  }
})

it.each(['%6cimit=1', 'li%6Dit', 'cursor=&limit=', 'Cursor=1', '__proto__=1', '=1', 'a&b&c&d&e&f&g'])(
  'finds the one it does not know in ?%s',
  async (query) => {
    const { status, text } = await teams().ask('GET', `${pathOf(ListEvaluations)}?${query}`, {
      key: teams().one.keys.viewer,
    })
    expect([status, text]).toEqual([400, expect.stringContaining('this route takes status, attention, benchmark')])
  },
)

it('names the parameter or header whose value it refuses, and says what it holds', async () => {
  const key = teams().one.keys.member
  const ask = (method: string, path: string, headers = {}) =>
    teams().ask(method, path, { key, headers, body: undefined })
  const cursor = await ask('GET', pathOf(ListEvaluations, { query: { cursor: '7' } }))
  const problem = 'must be the "next" of an earlier page'
  expect(cursor.body).toMatchObject({
    status: 400,
    detail: `cursor: ${problem}`,
    errors: [{ field: 'cursor', problem }],
  })
  const twice = await ask('GET', `${pathOf(ListEvaluations)}?cursor=a&cursor=b`)
  expect(twice.body).toMatchObject({ status: 400, errors: [{ field: 'cursor' }] })
  const stored = { path: { id: teams().one.evaluation }, query: { after: -1 } }
  const after = await ask('GET', pathOf(ListStoredSamples, stored))
  expect(after.body).toMatchObject({
    status: 400,
    errors: [{ field: 'after', problem: 'must be the "next" of an earlier page' }],
  })
  for (const route of [SubmitEvaluation, CreateImport]) {
    const keyed = await ask('POST', pathOf(route), { 'idempotency-key': 'two words' })
    const field = 'Idempotency-Key'
    expect(keyed.body).toMatchObject({
      status: 400,
      errors: [{ field, problem: 'must be 1 to 200 visible characters' }],
    })
  }
  const path = await ask('GET', pathOf(GetEvaluation, { path: { id: '7' } }))
  expect(path.body).toMatchObject({
    status: 400,
    detail: expect.stringContaining('"7" is not an evaluation id'),
  })
})

it('finds it behind a thousand that it knows, where a parser stops looking', async () => {
  const query = `${'cursor=&'.repeat(1001)}limit=1`
  const { status, text } = await teams().ask('GET', `${pathOf(ListEvaluations)}?${query}`, {
    key: teams().one.keys.viewer,
  })
  expect([status, text]).toEqual([400, expect.stringContaining('Unknown parameter \\"limit\\"')])
})

it('says first who may not ask at all', async () => {
  expect((await teams().ask('GET', `${pathOf(ListEvaluations)}?limit=1`)).status).toBe(401)
  expect((await teams().ask('GET', `${pathOf(ListAudit)}?limit=1`, { key: teams().one.keys.viewer })).status).toBe(403)
})

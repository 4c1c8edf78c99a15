import { beforeAll, expect, it } from 'vitest'
import { useTeams } from './use-teams.js'

const teams = useTeams()

interface Operation {
  readonly method: string
  readonly path: string
  readonly known: readonly string[]
}

let operations: Operation[] = []

beforeAll(async () => {
  const { paths } = (await teams().ask('GET', '/v1/openapi.json')).body as {
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

const askedWith = (query: string, { method, path }: Operation) =>
  teams().ask(method, `${path}?${query}`, {
    key: teams().one.keys['fleet-admin'],
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
  })

it('refuses a parameter that a route does not know, by its name and with those it knows, on every route', async () => {
  expect(operations.length).toBeGreaterThan(30)
  for (const operation of operations) {
    const { status, body } = await askedWith('limit=1e9', operation)
    const takes = operation.known.length === 0 ? 'takes none' : `takes ${operation.known.join(', ')}`
    const place = `${operation.method} ${operation.path}`
    expect([place, status, body]).toEqual([
      place,
      400,
      expect.objectContaining({
        detail: `There is no parameter "limit": this route ${takes}.`,
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
    expect((await askedWith(query, operation)).text).not.toContain('There is no parameter')
  }
})

it.each(['%6cimit=1', 'li%6Dit', 'cursor=&limit=', 'Cursor=1', '__proto__=1', '=1', 'a&b&c&d&e&f&g'])(
  'finds the one it does not know in ?%s',
  async (query) => {
    const { status, text } = await teams().ask('GET', `/v1/evaluations?${query}`, { key: teams().one.keys.viewer })
    expect([status, text]).toEqual([400, expect.stringContaining('this route takes status, attention, benchmark')])
  },
)

it('finds it behind a thousand that it knows, where a parser stops looking', async () => {
  const query = `${'cursor=&'.repeat(1001)}limit=1`
  const { status, text } = await teams().ask('GET', `/v1/evaluations?${query}`, { key: teams().one.keys.viewer })
  expect([status, text]).toEqual([400, expect.stringContaining('There is no parameter \\"limit\\"')])
})

it('says first who may not ask at all', async () => {
  expect((await teams().ask('GET', '/v1/evaluations?limit=1')).status).toBe(401)
  expect((await teams().ask('GET', '/v1/audit?limit=1', { key: teams().one.keys.viewer })).status).toBe(403)
})

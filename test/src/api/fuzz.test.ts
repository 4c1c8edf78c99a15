import { ExportFile } from '@cges-fleet/core'
import { GetOpenapi, pathOf } from '@cges-fleet/core/contract'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { POOL } from '../support/evaluation-rows.js'
import { type Answer, answer, SPEC, submitted, useApi } from './use-api.js'

const api = useApi()

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>

interface Operation {
  readonly parameters?: readonly { name: string; in: string }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

interface FuzzedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

let operations: FuzzedOperation[] = []
let evaluation = ''

beforeAll(async () => {
  evaluation = await submitted(api())
  const { paths } = (await api().get(pathOf(GetOpenapi))).body as { paths: Record<string, Record<string, Operation>> }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
})

/** Values that are valid somewhere, so that requests get past the first check. */
const right = () => [evaluation, POOL, 'local', 'numbers', ...ExportFile.options]

const segment = () =>
  fc.oneof(
    fc.constantFrom(...right(), '\0', '%', '..'),
    fc.uuid(),
    fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
  )

interface Request {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

function requestOf({ path, operation }: FuzzedOperation): fc.Arbitrary<Request> {
  const named = (operation.parameters ?? []).map(({ name, in: place }) => ({ name, place }))
  const schema = operation.requestBody?.content['application/json']?.schema
  return fc
    .record({
      values: fc.array(segment(), { minLength: 6, maxLength: 6 }),
      body: schema === undefined ? fc.constant(null) : bodyFor(schema, SPEC),
    })
    .map(({ values, body }) => {
      const value = (at: number) => encodeURIComponent(values[at] ?? '')
      let where = path
      const query: string[] = []
      const headers: Record<string, string> = {}
      for (const [at, { name, place }] of named.entries()) {
        // A path segment of `..` would be resolved to another path before it is sent.
        if (place === 'path') where = where.replace(`{${name}}`, value(at).replace(/^\.{1,2}$/u, '...'))
        else if (place === 'query') query.push(`${name}=${value(at)}`)
        else headers[name] = value(at).slice(0, 100)
      }
      return { path: query.length === 0 ? where : `${where}?${query.join('&')}`, headers, body }
    })
}

/** Why an answer violates the API's document; null if it does not. */
function offence({ method, path, operation }: FuzzedOperation, { status, headers, body, text }: Answer): string | null {
  const said = `${method} ${path} answered ${status}: ${text.slice(0, 300)}`
  const declared = operation.responses[status]
  if (status >= 500 && status !== 503) return said
  if (declared === undefined) return `${said}, which its document does not have`
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  const schema = declared.content?.[type]?.schema
  if (schema === undefined)
    return /json/.test(type) && declared.content !== undefined ? `${said}, of type ${type}` : null
  const { error } = z.fromJSONSchema(schema).safeParse(body)
  return error === undefined ? null : `${said}, beside its schema: ${z.prettifyError(error)}`
}

const UNTIL_MS = 25_000

it('answers whatever is asked as its own document says, and never with a 5xx', async () => {
  const counts = new Map<number, number>()
  const until = performance.now() + UNTIL_MS
  const ask = async (target: FuzzedOperation, { path, headers, body }: Request) => {
    const given = await answer(
      await fetch(`${api().url}${path}`, {
        method: target.method.toUpperCase(),
        headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
        ...(body === null ? {} : { body }),
        signal: AbortSignal.timeout(10_000),
      }),
    )
    counts.set(given.status, (counts.get(given.status) ?? 0) + 1)
    return offence(target, given)
  }
  // A running evaluation's live stream does not end until the evaluation does.
  const finite = operations.filter(({ path }) => !path.endsWith('/live'))
  const left = () => Math.max(0, until - performance.now())
  for (const [at, target] of finite.entries()) {
    const end = performance.now() + Math.max(500, left() / (finite.length - at))
    let asks = 0
    const property = fc.asyncProperty(requestOf(target), async (request) => {
      // At least once, however slow the machine is.
      if (asks > 0 && performance.now() > end) return
      asks += 1
      expect(await ask(target, request)).toBeNull()
    })
    await fc.assert(property, { numRuns: 60, endOnFailure: true })
  }
  expect(counts.get(400)).toBeGreaterThan(50)
  expect((counts.get(200) ?? 0) + (counts.get(201) ?? 0)).toBeGreaterThan(20)
}, 120_000)

type Json = Readonly<Record<string, unknown>>

const ANYTHING: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\0', '\uD800', '', '__proto__', null, -1, 0, 1.5, 1e308, 2 ** 53, true, [], {}),
  fc.integer(),
  fc.json().map((text) => JSON.parse(text) as unknown),
)

/** Values that a JSON schema allows, near its bounds too; mostly allowed ones if it uses keywords not handled here. */
function valueOf(schema: unknown): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null) return ANYTHING
  const { type, enum: options, const: only, anyOf, oneOf, items, properties, required } = schema as Json
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(options)) return fc.constantFrom(...(options as unknown[]))
  const either = anyOf ?? oneOf
  if (Array.isArray(either) && either.length > 0) return fc.oneof(...either.map(valueOf))
  switch (type) {
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.constantFrom('numbers', 'test-pool', 'sc@2', 'viewer', '{question}'),
      )
    case 'integer':
    case 'number':
      return numberOf(schema as Json, type)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(items), { maxLength: 3 })
    case 'object':
      return objectOf((properties ?? {}) as Json, Array.isArray(required) ? (required as string[]) : [])
    default:
      return ANYTHING
  }
}

function numberOf({ minimum, maximum }: Json, type: string): fc.Arbitrary<number> {
  const low = typeof minimum === 'number' ? minimum : -1000
  const high = typeof maximum === 'number' ? maximum : Math.max(low, 1000)
  const edges = fc.constantFrom(low, high)
  if (type === 'number') return fc.oneof(edges, fc.double({ min: low, max: high, noNaN: true }))
  return fc.oneof(
    edges,
    fc.integer({ min: Math.ceil(Math.max(low, -(2 ** 31))), max: Math.floor(Math.min(high, 2 ** 31 - 1)) }),
  )
}

function objectOf(properties: Json, required: readonly string[]): fc.Arbitrary<unknown> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]))
  return fc.record(values, { requiredKeys: [...required] })
}

/** Bodies made from a route's schema: valid ones, ones with a bad field, a valid one corrupted, and anything at all. */
function bodyFor(schema: object, known: Json): fc.Arbitrary<string> {
  const allowed = valueOf(schema)
  const { properties } = schema as { properties?: Json }
  const fields = Object.keys(properties ?? {})
  const field = fields.length === 0 ? fc.constant('x') : fc.oneof(fc.constantFrom(...fields), fc.string())
  const spoilt = fc
    .tuple(fc.oneof(allowed, fc.constant(known)), field, ANYTHING)
    .map(([value, name, wrong]) => ({ ...(value as object), [name]: wrong }))
  return fc.oneof(
    { weight: 4, arbitrary: fc.oneof(allowed, spoilt, ANYTHING).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.constant('{"a":'), fc.constant('')) },
  )
}

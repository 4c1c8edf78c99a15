import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { SPEC, submitted, useApi } from './use-api.js'

const api = useApi()

const SOURCES = fileURLToPath(new URL('../../../apps/api/src', import.meta.url))

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>

interface Operation {
  readonly summary: string
  readonly parameters?: readonly { name: string; in: string; description: string }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

async function document(): Promise<Document> {
  const { status, body } = await api().get('/v1/openapi.json')
  expect(status).toBe(200)
  return body as Document
}

const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )

/** The routes Nest serves, read from the decorators of the controllers. */
function servedRoutes(): string[] {
  const controllers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.controller.ts'),
  )
  return controllers.flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8')
    const prefix = /@Controller\((?:'([^']*)')?\)/.exec(text)?.[1] ?? ''
    return [...text.matchAll(/@(Get|Post|Put|Patch|Delete|All)\((?:'([^']*)')?\)/g)].map(([, verb, path]) => {
      const whole = ['', prefix, path].filter((part, i) => i === 0 || (part ?? '') !== '').join('/')
      return `${(verb ?? '').toLowerCase()} ${whole.replaceAll(/:(\w+)/g, '{$1}')}`
    })
  })
}

it('documents every route that is served, and serves every route that is documented', async () => {
  const documented = operations(await document()).map(({ name }) => name)
  const served = servedRoutes()
  expect(served.length).toBeGreaterThan(10)
  expect(documented.toSorted()).toEqual(served.toSorted())
})

it('describes every parameter in a path, every answer, and nothing twice', async () => {
  for (const { name, operation } of operations(await document())) {
    expect(operation.summary, name).toBeTruthy()
    const named = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name)).toEqual(named)
    for (const answer of Object.values(operation.responses)) expect(answer.description, name).toBeTruthy()
  }
})

it('holds schemas that can be read, none of them empty', async () => {
  let read = 0
  for (const { name, operation } of operations(await document())) {
    const contents = [
      operation.requestBody?.content,
      ...Object.values(operation.responses).map(({ content }) => content),
    ]
    for (const { schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
      expect(() => z.fromJSONSchema(schema), name).not.toThrow()
      expect(Object.keys(schema), name).toContain('properties')
      read++
    }
  }
  expect(read).toBeGreaterThan(15)
})

it('answers as its document says: each body fits the schema of its status', async () => {
  const { paths } = await document()
  const id = await submitted(api())
  const none = '01930000-0000-7000-8000-000000000000'
  const calls: readonly [string, string, string, Promise<{ status: number; body: unknown }>][] = [
    ['post', '/v1/evaluations', '201', api().post('/v1/evaluations', SPEC)],
    ['post', '/v1/evaluations', '400', api().post('/v1/evaluations', {})],
    ['get', '/v1/evaluations', '200', api().get('/v1/evaluations')],
    ['get', '/v1/evaluations/{id}', '200', api().get(`/v1/evaluations/${id}`)],
    ['get', '/v1/evaluations/{id}', '404', api().get(`/v1/evaluations/${none}`)],
    ['post', '/v1/evaluations/{id}/regrade', '409', api().post(`/v1/evaluations/${id}/regrade`)],
    ['post', '/v1/evaluations/{id}/regrade', '404', api().post(`/v1/evaluations/${none}/regrade`)],
    ['get', '/v1/evaluations/{id}/regrade', '404', api().get(`/v1/evaluations/${id}/regrade`)],
    ['post', '/v1/evaluations/{id}/cancel', '200', api().post(`/v1/evaluations/${id}/cancel`)],
    ['get', '/v1/benchmarks', '200', api().get('/v1/benchmarks')],
    ['get', '/v1/pools', '200', api().get('/v1/pools')],
    ['get', '/v1/pools/{pool}/queue-depth', '200', api().get('/v1/pools/test-pool/queue-depth')],
    ['get', '/v1/pools/{pool}/queue-depth', '404', api().get('/v1/pools/none/queue-depth')],
  ]
  for (const [method, path, status, call] of calls) {
    const answer = await call
    expect(String(answer.status), path).toBe(status)
    const [content] = Object.values(paths[path]?.[method]?.responses[status]?.content ?? {})
    const schema = z.fromJSONSchema(content?.schema ?? false)
    expect(schema.safeParse(answer.body).error, `${method} ${path} ${status}`).toBeUndefined()
    expect(schema.safeParse({ status: 'nonsense' }).success).toBe(false)
  }
})

it('shows the same routes on a page without scripts', async () => {
  const page = await api().get('/v1/docs')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.text).not.toContain('<script')
  for (const { name } of operations(await document())) {
    const [method, path] = name.split(' ')
    expect(page.text).toContain(`<span>${method?.toUpperCase()}</span> ${path}`)
  }
})

it('lives and is ready', async () => {
  expect((await api().get('/health')).body).toEqual({ status: 'ok' })
  expect((await api().get('/ready')).body).toEqual({ status: 'ready' })
})

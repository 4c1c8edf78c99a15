import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as contract from '@cges-fleet/core/contract'
import {
  CancelEvaluation,
  ListBenchmarks,
  ListEvaluations,
  ListPools,
  pathOf,
  GetDocs,
  GetEvaluation,
  GetOpenapi,
  GetQueueDepth,
  GetRegrade,
  RequestRegrade,
  type Route,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { POOL } from '../support/evaluation-rows.js'
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
  const { status, body } = await api().get(pathOf(GetOpenapi))
  expect(status).toBe(200)
  return body as Document
}

const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )

/** What controllers serve: the names of the contract's routes, and any other routes that Nest would serve. */
function served(): { readonly routes: string[]; readonly others: string[] } {
  const controllers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.controller.ts'),
  )
  const texts = controllers.map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  return {
    routes: texts.flatMap((text) => [...text.matchAll(/@Serves\((\w+)\)/g)].map(([, name]) => name ?? '')),
    others: texts.flatMap((text) =>
      [...text.matchAll(/@(?:Get|Post|Put|Patch|Delete|All|RequestMapping)\b.*/g)].flat(),
    ),
  }
}

it('documents every route that is served, and serves every route that is documented', async () => {
  const documented = operations(await document()).map(({ name }) => name)
  const declared = Object.entries(contract).flatMap(([name, value]) => (isRoute(value) ? [{ name, at: value.at }] : []))
  const { routes, others } = served()
  expect(declared.length).toBeGreaterThan(40)
  expect(documented.toSorted()).toEqual(declared.map(({ at }) => `${at.method} ${at.path}`).toSorted())
  expect(routes.toSorted()).toEqual(declared.map(({ name }) => name).toSorted())
  expect(others).toEqual([])
})

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'at' in value
}

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
      expect('properties' in schema || 'oneOf' in schema, name).toBe(true)
      read++
    }
  }
  expect(read).toBeGreaterThan(15)
})

it('answers as its document says: each body fits the schema of its status', async () => {
  const { paths } = await document()
  const id = await submitted(api())
  const none = '01930000-0000-7000-8000-000000000000'
  const there = { path: { id } }
  const missing = { path: { id: none } }
  const calls: readonly [Route, string, string, object?][] = [
    [SubmitEvaluation, '201', pathOf(SubmitEvaluation), SPEC],
    [SubmitEvaluation, '400', pathOf(SubmitEvaluation)],
    [ListEvaluations, '200', pathOf(ListEvaluations)],
    [GetEvaluation, '200', pathOf(GetEvaluation, there)],
    [GetEvaluation, '404', pathOf(GetEvaluation, missing)],
    [RequestRegrade, '409', pathOf(RequestRegrade, there)],
    [RequestRegrade, '404', pathOf(RequestRegrade, missing)],
    [GetRegrade, '404', pathOf(GetRegrade, there)],
    [CancelEvaluation, '200', pathOf(CancelEvaluation, there)],
    [ListBenchmarks, '200', pathOf(ListBenchmarks)],
    [ListPools, '200', pathOf(ListPools)],
    [GetQueueDepth, '200', pathOf(GetQueueDepth, { path: { pool: POOL } })],
    [GetQueueDepth, '404', pathOf(GetQueueDepth, { path: { pool: 'none' } })],
  ]
  for (const [route, status, place, body] of calls) {
    const { path, method } = route.at
    const answer = await (method === 'get' ? api().get(place) : api().post(place, body))
    expect(String(answer.status), path).toBe(status)
    const [content] = Object.values(paths[path]?.[method]?.responses[status]?.content ?? {})
    const schema = z.fromJSONSchema(content?.schema ?? false)
    expect(schema.safeParse(answer.body).error, `${method} ${path} ${status}`).toBeUndefined()
    expect(schema.safeParse({ status: 'nonsense' }).success).toBe(false)
  }
})

it('shows the same routes on a page without scripts', async () => {
  const page = await api().get(pathOf(GetDocs))
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.text).not.toContain('<script')
  for (const { name } of operations(await document())) {
    const [method, path] = name.split(' ')
    expect(page.text.replaceAll('<wbr>', '')).toContain(`<b>${method?.toUpperCase()}</b> ${path}<`)
  }
})

it('lives and is ready', async () => {
  expect((await api().get('/health')).body).toEqual({ status: 'ok' })
  expect((await api().get('/ready')).body).toEqual({ status: 'ready' })
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cancelEvaluation, listPools } from '@cges-fleet/core/addresses'
import {
  CancelEvaluation,
  DeleteComment,
  ExportEvaluation,
  FollowEvaluation,
  ImportBenchmark,
  ListPools,
  ListStoredSamples,
} from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { ApiError, type ApiFailure, type ClientOptions, createClient, readEvents } from './index.js'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

async function serving(answer: RequestListener, options: Omit<ClientOptions, 'url'> = {}) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createClient({ url, ...options })
}

const ended = (call: Promise<unknown>): Promise<ApiFailure> =>
  call.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => (error instanceof ApiError ? error.failure : Promise.reject(error)),
  )

it('sends what a route takes where it belongs: path, query, headers, key and body', async () => {
  const seen: unknown[] = []
  const client = await serving(
    (request, response) => {
      const { method, url, headers } = request
      seen.push([method, url, headers['authorization'], headers['content-type'], headers['content-length']])
      request.setEncoding('utf8').on('data', (text: string) => seen.push(text))
      request.on('end', () => response.end(JSON.stringify({ questions: [], next: 3 })))
    },
    { key: 'cges_key' },
  )
  const page = await client.call(ListStoredSamples, { path: { id: 'a/b' }, query: { after: 2 } })
  expect(page).toEqual({ questions: [], next: 3 })
  await client.call(cancelEvaluation, { path: { id: 'e' }, body: { reason: 'late' } })
  expect(seen).toEqual([
    ['GET', '/v1/imports/a%2Fb/samples?after=2', 'Bearer cges_key', undefined, undefined],
    ['POST', '/v1/evaluations/e/cancel', 'Bearer cges_key', 'application/json', '17'],
    '{"reason":"late"}',
  ])
})

it('sends lines with their length, as the API asks', async () => {
  const seen: unknown[] = []
  const client = await serving((request, response) => {
    seen.push(request.headers['content-type'], request.headers['transfer-encoding'])
    request.setEncoding('utf8').on('data', (text: string) => seen.push(text))
    request.on('end', () => response.writeHead(409).end())
  })
  const head = { name: 'a', title: 'A', answerKind: 'text', template: '{question}' } as const
  const failure = await ended(client.call(ImportBenchmark, { lines: [head, { id: 'q', question: 'Q', answer: 'A' }] }))
  expect(failure).toMatchObject({ kind: 'refused', problem: { status: 409, detail: expect.stringContaining('409') } })
  expect(seen).toEqual([
    'application/x-ndjson',
    undefined,
    `${JSON.stringify(head)}\n{"id":"q","question":"Q","answer":"A"}`,
  ])
})

it('tells a refusal in the words of the API, with when to ask again', async () => {
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail: 'Wait.' }
  const client = await serving((_, response) => {
    response.writeHead(429, { 'retry-after': '2', 'content-type': 'application/problem+json' })
    response.end(JSON.stringify(problem))
  })
  const call = client.call(ListPools)
  await expect(call).rejects.toThrow('Wait.')
  expect(await ended(call)).toEqual({ kind: 'refused', problem, retryAfterMs: 2000 })
})

it('names the proxy that takes no body as large', async () => {
  const client = await serving((_, response) => response.writeHead(413).end('<h1>413 Request Entity Too Large</h1>'))
  await expect(client.call(ListPools)).rejects.toThrow(/^A proxy before the API refused GET .*client_max_body_size 64m/)
})

it('tells apart an API that is away, an answer that broke off, and one of another form', async () => {
  const away = createClient({ url: 'http://127.0.0.1:9' })
  expect(await ended(away.call(ListPools))).toEqual({ kind: 'unreachable' })

  const cut = await serving((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"pools"')
    setTimeout(() => response.destroy(), 50)
  })
  expect(await ended(cut.call(ListPools))).toEqual({ kind: 'broken off' })

  const other = await serving((_, response) => response.end('{"pools":[{"name":1}]}'))
  const failure = await ended(other.call(ListPools))
  expect(failure).toMatchObject({ kind: 'misunderstood' })
  expect(failure.kind === 'misunderstood' && failure.mismatches[0]?.path).toEqual(['pools', 0, 'name'])
  const page = await serving((_, response) => response.end('<html>'))
  expect(await ended(page.call(CancelEvaluation, { path: { id: 'e' } }))).toMatchObject({ kind: 'misunderstood' })
})

it('takes the answer of a bare address as it comes, so that a page needs no schema', async () => {
  const client = await serving((_, response) => response.end('{"pools":[{"name":1}]}'))
  expect(await client.call(listPools)).toEqual({ pools: [{ name: 1 }] })
})

it('gives nothing for an answer of nothing', async () => {
  const client = await serving((_, response) => response.writeHead(204).end())
  expect(
    await client.call(DeleteComment, { path: { comment: '00000000-0000-0000-0000-000000000000' } }),
  ).toBeUndefined()
})

it('ends with its signal, saying why', async () => {
  const client = await serving(() => undefined)
  const error: unknown = await client.call(ListPools, {}, { signal: AbortSignal.timeout(20) }).catch((one) => one)
  expect(error).toMatchObject({ failure: { kind: 'unreachable' }, cause: { name: 'TimeoutError' } })
})

it('opens a file as a stream, and nothing where it is refused', async () => {
  const client = await serving((request, response) => {
    response.writeHead(request.url?.includes('gold') === true ? 404 : 200).end('a,b\n')
  })
  const file = await client.open(ExportEvaluation, { path: { id: 'e', file: 'verdicts.csv' } })
  expect(await file.text()).toBe('a,b\n')
  const none = client.open(ExportEvaluation, { path: { id: 'e', file: 'gold.jsonl' } })
  expect(await ended(none)).toMatchObject({ kind: 'refused' })
})

it('reads events however they are cut, passes over heartbeats, and leaves when the reader does', async () => {
  let left: (() => void) | undefined
  const gone = new Promise<void>((resolve) => (left = resolve))
  const client = await serving(async (request, response) => {
    request.socket.once('close', () => left?.())
    const text = 'retry: 2000\n\nid: 1\nevent: snapshot\ndata: {"é":1}\n\n: hb\n\nid: 2\nevent: bye\ndata: {}\n\n'
    for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]))
  })
  const events: object[] = []
  for await (const event of readEvents(await client.open(FollowEvaluation, { path: { id: 'e' } }))) {
    events.push(event)
    if (event.event === 'bye') break
  }
  expect(events).toEqual([
    { id: '1', event: 'snapshot', data: '{"é":1}' },
    { id: '2', event: 'bye', data: '{}' },
  ])
  await gone
})

import { type RequestListener, createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { CLIENT_CHAIN } from './client-chain'
import { forward } from './forward'

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.unstubAllEnvs()
})

async function serve(answer: RequestListener): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  vi.stubEnv('API_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
}

const ask = (path: string, init?: RequestInit) =>
  forward(new Request(`http://dashboard${path}`, init), path.split('?')[0]?.split('/').slice(2) ?? [])

test('path, query, body and the last seen event reach the API', async () => {
  const seen: unknown[] = []
  await serve((request, response) => {
    seen.push([request.method, request.url, request.headers['last-event-id']])
    request.pipe(response)
  })
  const headers = { 'last-event-id': '41', 'sec-fetch-site': 'same-origin' }
  const response = await ask('/v1/things/a%2Fb?x=1', { method: 'POST', body: 'hello', headers })
  expect(await response.text()).toBe('hello')
  expect(seen).toEqual([['POST', '/v1/things/a%252Fb?x=1', '41']])
})

test('the address a request came from reaches the API, and none that a browser made up', async () => {
  const seen: unknown[] = []
  await serve((request, response) => {
    seen.push(request.headers['x-forwarded-for'], request.headers[CLIENT_CHAIN])
    response.end()
  })
  const headers = { 'x-forwarded-for': '1.1.1.1', [CLIENT_CHAIN]: '2.2.2.2, 3.3.3.3' }
  await ask('/v1/things', { headers })
  await ask('/v1/things', { headers: { 'x-forwarded-for': '1.1.1.1' } })
  expect(seen).toEqual(['2.2.2.2, 3.3.3.3', undefined, undefined, undefined])
})

test.each([
  ['GET', 200],
  ['POST', 502],
])('a connection that fails is tried again where nothing is changed: %s', async (method, status) => {
  let requests = 0
  await serve((request, response) => {
    requests += 1
    if (requests === 1) request.destroy()
    else response.end('reached')
  })
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await ask('/v1/things', { method, headers })).status).toBe(status)
  expect(requests).toBe(status === 200 ? 2 : 1)
})

test.each([{ 'content-length': '2000000' }, { 'transfer-encoding': 'chunked' }])(
  'what is larger than a page asks for, or does not say how large it is, goes no further: %j',
  async (sent) => {
    await serve((_, response) => response.end('reached'))
    const headers = { ...sent, 'sec-fetch-site': 'same-origin' }
    const refused = await ask('/v1/things', { method: 'POST', body: 'hello', headers })
    const detail = 'This request is too large for the dashboard. Use the API.'
    expect([refused.status, await refused.json()]).toEqual([413, expect.objectContaining({ detail })])
  },
)

test('an event stream arrives as it is sent, unbuffered, and ends plainly when the API dies', async () => {
  await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('id: 1\n\n')
    setTimeout(() => response.destroy(), 50)
  })
  const response = await ask('/v1/things/e1/live')
  expect(response.headers.get('cache-control')).toContain('no-transform')
  expect(await response.text()).toBe('id: 1\n\n')
})

test('a browser that leaves is noticed by the API', async () => {
  const left = new Promise<void>((resolve) => {
    void serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hb\n\n')
      request.on('close', resolve)
    })
  })
  await vi.waitFor(() => expect(closers).toHaveLength(1))
  const leaving = new AbortController()
  await ask('/v1/things/e1/live', { signal: leaving.signal })
  leaving.abort()
  await left
})

test('an API that is away is said in a problem, with what to do', async () => {
  vi.stubEnv('API_URL', 'http://127.0.0.1:9')
  const response = await ask('/v1/things')
  expect([response.status, response.headers.get('content-type')]).toEqual([502, 'application/problem+json'])
  expect(await response.text()).toContain('API_URL')
})

test('other sites change nothing here, and no path leaves /v1', async () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  expect((await ask('/v1/things/e1/cancel', { method: 'POST', headers: elsewhere })).status).toBe(403)
  expect((await forward(new Request('http://dashboard/v1/x'), ['..', 'metrics'])).status).toBe(404)
})

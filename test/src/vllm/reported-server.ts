import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPORTED_BEHAVIOURS, REPORTED_MODEL, type Reply } from './reported-behaviours.js'

export interface ReportedServer {
  readonly url: string
  /** How many completions were requested, by behaviour. */
  readonly requests: ReadonlyMap<string, number>
  close(): Promise<void>
}

/**
 * Starts a model server on a free port that behaves as the question says: "[S:usageoff] …" names a behaviour, and
 * without a name it behaves well, as a `healthy` one always does; `always` names what it does whatever is asked.
 */
export async function startReportedServer({
  healthy = false,
  always,
}: { readonly healthy?: boolean; readonly always?: string } = {}): Promise<ReportedServer> {
  const requests = new Map<string, number>()
  const attempts = new Map<string, number>()
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const known = FACTS[request.url ?? '']
    const body = await bodyOf(request)
    if (known !== undefined) return json(response, 200, known)
    const named = /\[S:([a-z0-9_]+)\]/.exec(JSON.stringify(body.messages ?? ''))?.[1]
    const name = always ?? (healthy || named === undefined ? 'plain' : named)
    const seed = body.seed ?? 0
    const attempt = (attempts.get(`${name}/${seed}`) ?? 0) + 1
    attempts.set(`${name}/${seed}`, attempt)
    requests.set(name, (requests.get(name) ?? 0) + 1)
    const behave = REPORTED_BEHAVIOURS[name]
    if (behave === undefined) return json(response, 404, { error: { message: `no behaviour ${name}` } })
    await send(response, behave({ seed, attempt }))
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const FACTS: Readonly<Record<string, unknown>> = {
  '/v1/models': {
    object: 'list',
    data: [{ id: REPORTED_MODEL, object: 'model', owned_by: 'vllm', max_model_len: 8192 }],
  },
  '/version': { version: '0.19.0' },
  '/health': {},
  '/tokenize': { count: 20, max_model_len: 8192, tokens: [] },
}

async function bodyOf(request: IncomingMessage): Promise<{ messages?: unknown; seed?: number }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString() || '{}') as { messages?: unknown; seed?: number }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function send(response: ServerResponse, reply: Reply): Promise<void> {
  if ('status' in reply) return json(response, reply.status, reply.body)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of reply.pieces) {
    response.write(piece)
    if (reply.everyMs !== undefined) await sleep(reply.everyMs)
  }
  if (reply.cut !== true) return void response.end()
  await sleep(20)
  response.destroy()
}

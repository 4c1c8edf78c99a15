import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a model server differs from vLLM. */
export interface Manners {
  /** Writes one text whatever the seed is. */
  readonly ignoresSeed?: boolean
  readonly logprobs?: boolean
  /** Parameters that it answers with 400, as strict servers do. */
  readonly refuses?: readonly string[]
}

export interface OddServer {
  readonly url: string
  /** The bodies of all completions asked for, those of preflights too. */
  readonly bodies: Record<string, unknown>[]
  close(): Promise<void>
}

const WORDS = ['so', 'then', 'next', 'now', 'thus', 'first', 'again', 'also']

/** Starts a model server with such manners on a free port; it answers 12 to everything. */
export async function startOddServer(manners: Manners): Promise<OddServer> {
  const bodies: Record<string, unknown>[] = []
  const http = createServer((request, response) => void answer(request, response, { manners, bodies }))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, bodies, close: () => closed(http) }
}

async function closed(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise((done) => http.close(done))
}

type At = { readonly manners: Manners; readonly bodies: Record<string, unknown>[] }

async function answer(request: IncomingMessage, response: ServerResponse, { manners, bodies }: At): Promise<void> {
  if (request.method === 'GET') {
    const models = { data: [{ id: 'odd-model', owned_by: 'somebody', max_model_len: 4096 }] }
    return send(response, 200, request.url === '/v1/models' ? models : {})
  }
  if (request.url !== '/v1/chat/completions') return send(response, 404, {})
  let text = ''
  for await (const piece of request) text += String(piece)
  const body = JSON.parse(text) as Record<string, unknown>
  bodies.push(body)
  const refused = manners.refuses?.find((name) => name in body)
  if (refused !== undefined) {
    return send(response, 400, { error: { message: `Unrecognized request argument supplied: ${refused}` } })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const tokens = textFor(manners.ignoresSeed === true ? 0 : Number(body['seed'])).split(/(?<= )/)
  for (const token of tokens) event(response, { choices: [choice(token, manners.logprobs ?? true)] })
  event(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  event(response, { choices: [], usage: { prompt_tokens: 20, completion_tokens: tokens.length } })
  response.end('data: [DONE]\n\n')
}

function textFor(seed: number): string {
  const words = Array.from({ length: 12 }, (_, at) => WORDS[(Math.floor(seed / 7 ** (at % 6)) + at) % WORDS.length])
  return `${words.join(' ')} we see it. The answer is 12.`
}

function choice(token: string, hasLogprobs: boolean): object {
  const entry = {
    token,
    logprob: -0.5,
    top_logprobs: [
      { token, logprob: -0.5 },
      { token: 'x', logprob: -1.5 },
    ],
  }
  return { index: 0, delta: { content: token }, ...(hasLogprobs ? { logprobs: { content: [entry] } } : {}) }
}

function event(response: ServerResponse, data: object): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

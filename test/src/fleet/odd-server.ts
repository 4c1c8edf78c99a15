import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Engines that are known from their documentation alone, and what each says of itself. */
export const DOCUMENTED = {
  sglang: { owner: 'sglang', says: { '/get_server_info': { version: '0.5.5' } } },
  tgi: { owner: 'odd-model', says: { '/info': { model_id: 'odd-model', version: '3.3.6', max_total_tokens: 4096 } } },
  ollama: { owner: 'library', says: { '/api/version': { version: '0.13.0' } } },
} as const

/** TGI's own default. */
const MOST_TOP_IN_TGI = 5

/** How a model server differs from vLLM. */
export interface Quirks {
  /** Answers as the documentation of this engine says. */
  readonly engine?: keyof typeof DOCUMENTED
  /** Writes one text whatever the seed is. */
  readonly ignoresSeed?: boolean
  readonly logprobs?: boolean
  /** Parameters that it answers with 400, as strict servers do. */
  readonly refuses?: readonly string[]
  /** The bearer key that it wants. */
  readonly key?: string
  /** What it writes to a request, and after how long, where that is not as to any other. */
  readonly says?: (body: Record<string, unknown>) => { readonly text?: string; readonly afterMs?: number }
  /** How many completions it answers each second; it refuses others with 429 and its rate limit's headers. */
  readonly perSecond?: number
}

export interface OddServer {
  readonly url: string
  /** The bodies of all completions asked for, those of preflights too, and without those that the rate limit refused. */
  readonly bodies: Record<string, unknown>[]
  /** How many the rate limit refused. */
  readonly limited: () => number
  close(): Promise<void>
}

const WORDS = ['so', 'then', 'next', 'now', 'thus', 'first', 'again', 'also']

/** Starts a model server with such quirks on a free port; it answers 12 to everything. */
export async function startOddServer(quirks: Quirks): Promise<OddServer> {
  const bodies: Record<string, unknown>[] = []
  const window = { second: 0, taken: 0, limited: 0 }
  const http = createServer((request, response) => void answer(request, response, { quirks, bodies, window }))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    bodies,
    limited: () => window.limited,
    close: () => closed(http),
  }
}

async function closed(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise((done) => http.close(done))
}

interface At {
  readonly quirks: Quirks
  readonly bodies: Record<string, unknown>[]
  readonly window: { second: number; taken: number; limited: number }
}

async function answer(request: IncomingMessage, response: ServerResponse, at: At): Promise<void> {
  const { quirks, bodies } = at
  if (quirks.key !== undefined && request.headers.authorization !== `Bearer ${quirks.key}`) {
    return send(response, 401, { error: { message: 'Incorrect API key provided' } })
  }
  if (request.method === 'GET') return send(response, 200, factAt(request.url ?? '', quirks))
  if (request.url !== '/v1/chat/completions') return send(response, 404, {})
  if (!isWithinLimit(response, at)) return
  let text = ''
  for await (const piece of request) text += String(piece)
  const body = JSON.parse(text) as Record<string, unknown>
  bodies.push(body)
  if (quirks.engine === 'tgi' && Number(body['top_logprobs'] ?? 0) > MOST_TOP_IN_TGI) {
    return send(response, 422, {
      error: 'Input validation error: `top_n_tokens` must be >= 0 and <= 5',
      error_type: 'validation',
    })
  }
  const refused = quirks.refuses?.find((name) => name in body)
  if (refused !== undefined) {
    return send(response, 400, { error: { message: `Unrecognized request argument supplied: ${refused}` } })
  }
  const { text: says = textFor(seedOf(body, quirks)), afterMs = 0 } = quirks.says?.(body) ?? {}
  if (afterMs > 0) await sleep(afterMs)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const tokens = says.split(/(?<= )/)
  const top = quirks.logprobs === false ? null : Number(body['top_logprobs'] ?? 0)
  for (const token of tokens) event(response, { choices: [choice(token, top)] })
  event(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  event(response, { choices: [], usage: { prompt_tokens: 20, completion_tokens: tokens.length } })
  response.end('data: [DONE]\n\n')
}

/** What it says of itself; only vLLM and SGLang list a context. */
function factAt(path: string, { engine }: Quirks): object {
  const { owner, says } = engine === undefined ? { owner: 'somebody', says: {} } : DOCUMENTED[engine]
  const context = engine === 'tgi' || engine === 'ollama' ? {} : { max_model_len: 4096 }
  const models = { data: ['odd-model', 'another-model'].map((id) => ({ id, owned_by: owner, ...context })) }
  return Object.entries({ '/v1/models': models, ...says }).find(([at]) => at === path)?.[1] ?? {}
}

/** Counts a request against the limit of this second, and answers it if that is used up. */
function isWithinLimit(response: ServerResponse, { quirks: { perSecond }, window }: At): boolean {
  if (perSecond === undefined) return true
  const now = Date.now()
  const second = Math.floor(now / 1000)
  if (second !== window.second) Object.assign(window, { second, taken: 0 })
  response.setHeader('x-ratelimit-limit-requests', perSecond)
  response.setHeader('x-ratelimit-remaining-requests', Math.max(0, perSecond - window.taken - 1))
  response.setHeader('x-ratelimit-reset-requests', `${1000 - (now % 1000)}ms`)
  if (window.taken < perSecond) {
    window.taken += 1
    return true
  }
  window.limited += 1
  response.setHeader('retry-after', '1')
  send(response, 429, {
    error: { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' },
  })
  return false
}

/** Without a seed every answer is drawn anew; SGLang heeds one only if it is started with --enable-deterministic-inference. */
function seedOf({ seed }: Record<string, unknown>, { engine, ignoresSeed = false }: Quirks): number {
  if (ignoresSeed) return 0
  return typeof seed === 'number' && engine !== 'sglang' ? seed : Math.floor(2 ** 31 * Math.random())
}

function textFor(seed: number): string {
  const words = Array.from({ length: 12 }, (_, at) => WORDS[(Math.floor(seed / 7 ** (at % 6)) + at) % WORDS.length])
  return `${words.join(' ')} we see it. The answer is 12.`
}

/** One token, with so many of the two likeliest beside it; without any log-probability where that is null. */
function choice(token: string, top: number | null): object {
  const likeliest = [
    { token, logprob: -0.5 },
    { token: 'x', logprob: -1.5 },
  ]
  const content = [{ token, logprob: -0.5, top_logprobs: likeliest.slice(0, top ?? 0) }]
  return { index: 0, delta: { content: token }, ...(top === null ? {} : { logprobs: { content } }) }
}

function event(response: ServerResponse, data: object): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Bench, Repetition } from './bench.js'
import { BenchFleet, BenchStores } from './fleet/bench-fleet.js'
import { cpuSeconds } from './fleet/fleet-run.js'

const QUESTIONS = 100
const TOKENS = 1000
/** vLLM's default maximum. */
const ALTERNATIVES = 20

/** A worker's CPU microseconds per streamed token with its log-probability, beside only parsing the same JSON. */
export function streamBench(): Bench {
  return {
    unit: 'µs/token',
    value: 'worker',
    reference: 'JSON.parse alone',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const model = await TokenModel.start()
      const fleet = await BenchFleet.start(stores, { questions: QUESTIONS, concurrency: 16 }, model)
      try {
        await fleet.evaluate('sc@2')
        const short = await workersMs(fleet, model, { tokens: 1, alternatives: 0 })
        const plain = await workersMs(fleet, model, { tokens: TOKENS, alternatives: 0 })
        const top = await workersMs(fleet, model, { tokens: TOKENS, alternatives: ALTERNATIVES })
        const perToken = (ms: number): number => ((ms - short) * 1000) / ((TOKENS - 1) * QUESTIONS)
        const also = {
          top20: perToken(top),
          top20ParseAlone: parseMicros(ALTERNATIVES),
          tokensPerCoreSecond: 1e6 / perToken(plain),
        }
        return { value: perToken(plain), reference: parseMicros(0), also }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

/** The workers' CPU milliseconds for one answer to every question. */
async function workersMs(fleet: BenchFleet, model: TokenModel, answering: TokenModel['answering']): Promise<number> {
  Object.assign(model.answering, answering)
  const workers = fleet.parts.filter(({ name }) => name === 'worker')
  const used = (): number => workers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const before = used()
  await fleet.evaluate('sc@1')
  return (used() - before) * 1000
}

function parseMicros(alternatives: number): number {
  const events = Array.from({ length: 20_000 }, (_, at) => tokenEvent(at, alternatives))
  const before = process.cpuUsage()
  let parsed = 0
  for (const event of events) parsed += Object.keys(JSON.parse(event) as object).length
  const { user, system } = process.cpuUsage(before)
  if (parsed === 0) throw new Error('nothing was parsed')
  return (user + system) / events.length
}

interface Answering {
  /** The length of every answer. */
  tokens: number
  /** How many alternatives come with each token. */
  alternatives: number
}

const MODELS = { data: [{ id: 'token-model', owned_by: 'cges-fleet-simulator', max_model_len: 32_768 }] }

/** A model server whose answers are as long as configured, streamed one token per event, as by vLLM. */
class TokenModel {
  readonly answering: Answering = { tokens: 1, alternatives: 0 }

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TokenModel> {
    const server = createServer()
    const model = new TokenModel(server)
    server.on('request', (request, response) => {
      model.#answer(request, response).catch(() => response.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return model
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/v1/models') return json(response, MODELS)
    if (request.url === '/version') return json(response, { version: 'token-1' })
    for await (const _ of request);
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const { tokens, alternatives } = this.answering
    for (let at = 0; at < tokens; at++) {
      response.write(`data: ${tokenEvent(at, alternatives)}\n\n`)
      await turn()
    }
    const usage = { prompt_tokens: 20, completion_tokens: tokens }
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n` +
        `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`,
    )
  }
}

/** The data of one token's event, with every field that vLLM sends. */
function tokenEvent(at: number, alternatives: number): string {
  const token = ` word${at % 97}`
  const entry = { token, logprob: -0.0123456789 * (1 + (at % 7)), bytes: [...Buffer.from(token)] }
  const top = Array.from({ length: alternatives }, (_, n) => ({
    ...entry,
    token: `${token}${n}`,
    logprob: entry.logprob - n,
  }))
  return JSON.stringify({
    id: 'chatcmpl-0123456789abcdef0123456789abcdef',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'token-model',
    choices: [
      {
        index: 0,
        delta: { content: token },
        logprobs: { content: [{ ...entry, top_logprobs: top }] },
        finish_reason: null,
        token_ids: [1000 + (at % 997)],
      },
    ],
  })
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

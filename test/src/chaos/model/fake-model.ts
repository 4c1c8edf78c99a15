import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@cges-fleet/methods'
import { type FakeAnswer, fakeAnswer } from './fake-answer.js'

/**
 * What the model does besides answering; every choice is determined by a hash of the plan's seed and the request's id.
 */
export interface ModelPlan {
  readonly seed: number
  /** The minimum and maximum latency of an answer. */
  readonly latencyMs: readonly [number, number]
  /** Share of requests that fail before their first byte. */
  readonly redrawable: number
  /** Share of requests that break off after their first byte. */
  readonly unclear: number
  /** Requests whose prompt contains one of these texts always fail before the first byte. */
  readonly poison?: readonly string[]
  /** Requests whose prompt contains this text are permanently refused. */
  readonly invalid?: string
}

export interface ModelCall {
  /** `trial/index/fence`, as named by the worker. */
  readonly id: string
  readonly at: Date
  end: 'open' | 'answered' | 'refused' | 'reset' | 'broken' | 'gone'
  endedAt: Date | null
}

const MODELS = { data: [{ id: 'fake-model', owned_by: 'cges-fleet-simulator', max_model_len: 32_768 }] }

/** The witness outside the system: a model server that records every call that was really made. */
export class FakeModel {
  readonly calls: ModelCall[] = []

  private constructor(
    private readonly server: Server,
    public plan: ModelPlan,
  ) {}

  static async start(plan: ModelPlan): Promise<FakeModel> {
    const server = createServer()
    const model = new FakeModel(server, plan)
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
    if (request.url === '/v1/models') return json(response, 200, MODELS)
    if (request.url === '/version') return json(response, 200, { version: 'fake-1' })
    const body = JSON.parse(await read(request)) as {
      seed: number
      request_id: string
      messages: { content: string }[]
    }
    const call: ModelCall = { id: body.request_id, at: new Date(), end: 'open', endedAt: null }
    this.calls.push(call)
    response.on('close', () => {
      if (call.end === 'open') call.end = 'gone'
      call.endedAt = new Date()
    })
    await this.#serve(call, response, {
      prompt: body.messages.map(({ content }) => content).join('\n'),
      seed: body.seed,
    })
  }

  async #serve(call: ModelCall, response: ServerResponse, ask: { prompt: string; seed: number }): Promise<void> {
    const random = seededRandom(`${this.plan.seed} ${call.id}`)
    const [least, most] = this.plan.latencyMs
    const tookMs = least + (most - least) * random.next() ** 2
    const chance = random.next()
    if (this.plan.invalid !== undefined && ask.prompt.includes(this.plan.invalid)) {
      call.end = 'refused'
      return json(response, 400, { error: { message: 'this prompt is not taken' } })
    }
    await sleep(tookMs / 2)
    if (chance < this.plan.redrawable || this.plan.poison?.some((text) => ask.prompt.includes(text)) === true) {
      const reset = random.next() < 0.5
      call.end = reset ? 'reset' : 'refused'
      if (!reset) return json(response, 503, { error: { message: 'overloaded' } })
      response.socket?.resetAndDestroy()
      return
    }
    const answer = fakeAnswer(ask.prompt, ask.seed)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(delta(answer, 0, 1))
    await sleep(tookMs / 2)
    if (chance < this.plan.redrawable + this.plan.unclear) {
      call.end = 'broken'
      response.socket?.resetAndDestroy()
      return
    }
    if (response.destroyed) return
    call.end = 'answered'
    response.end(delta(answer, 1, answer.tokens.length) + close(answer))
  }
}

function delta({ tokens }: FakeAnswer, from: number, to: number): string {
  const said = tokens.slice(from, to)
  const choice = {
    index: 0,
    delta: { content: said.map(({ token }) => token).join('') },
    logprobs: { content: said },
    token_ids: said.map((_, at) => from + at),
  }
  return event({ choices: [choice] })
}

function close({ tokens, finish }: FakeAnswer): string {
  const usage = { prompt_tokens: 20, completion_tokens: tokens.length }
  return `${event({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })}${event({ choices: [], usage })}data: [DONE]\n\n`
}

function event(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

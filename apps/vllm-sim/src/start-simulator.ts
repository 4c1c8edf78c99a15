import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Responder } from './answers/responder.js'
import { Engine } from './engine.js'
import { metricsText } from './metrics-text.js'
import { requestHash } from './protocol/request-hash.js'
import { readChatRequest } from './protocol/read-chat-request.js'
import { badRequest, type WireError } from './protocol/wire-error.js'

export type SimulatorOptions = {
  readonly model: string
  readonly respond: Responder
  /** Told to whoever asks which models are served: a worker learns from it what the answers are worth. */
  readonly ownedBy: 'cges-fleet-simulator' | 'cges-fleet-recorded'
  /** 1 is a realistic pace, 0 instant. */
  readonly timeScale: number
  readonly maxNumSeqs?: number
  readonly maxModelLen?: number
  readonly host?: string
  /** 0, the default, takes any free port. */
  readonly port?: number
}

export type Simulator = { readonly url: string; readonly close: () => Promise<void> }

type Context = { readonly options: SimulatorOptions; readonly maxModelLen: number; readonly engine: Engine }

const VERSION = 'sim-0.1.0'
const LONGEST_BODY = 4 * 1024 * 1024

/** Starts a server that speaks vLLM's protocol; closing it ends whatever it is still writing. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const engine = new Engine(options.maxNumSeqs ?? 16, options.timeScale)
  const context = { options, maxModelLen: options.maxModelLen ?? 32_768, engine }
  const server = createServer((request, response) => {
    handle(context, request, response).catch((error: unknown) => fail(response, error))
  })
  await listen(server, options)
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function listen(server: Server, { host, port }: SimulatorOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port ?? 0, host ?? '127.0.0.1', resolve)
  })
}

async function handle(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').replace(/\?.*$/, '')
  switch (`${request.method} ${path}`) {
    case 'POST /v1/chat/completions':
      return complete(context, request, response)
    case 'GET /v1/models':
      return sendJson(response, 200, modelList(context))
    case 'GET /version':
      return sendJson(response, 200, { version: VERSION })
    case 'GET /health':
      response.writeHead(200).end()
      return
    case 'GET /metrics':
      response
        .writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
        .end(metricsText(context.engine, context.options.model))
      return
    default:
      return sendJson(response, 404, { detail: 'Not Found' })
  }
}

async function complete(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, maxModelLen, engine } = context
  const text = await readBody(request)
  const accepted =
    text === null
      ? badRequest('The request is too large.')
      : readChatRequest(text, { model: options.model, maxModelLen })
  if ('status' in accepted) return sendError(response, accepted)
  const answer = options.respond(accepted.ask)
  if (answer.kind === 'refused') return sendError(response, badRequest(answer.message))
  const header = request.headers['x-request-id']
  const id = accepted.requestId ?? (typeof header === 'string' ? header : requestHash(options.model, accepted.ask))
  await engine.play(response, () => ({ id: `chatcmpl-${id}`, model: options.model, request: accepted, answer }))
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LONGEST_BODY) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function modelList({ options, maxModelLen }: Context): object {
  const { model, ownedBy } = options
  const entry = { id: model, object: 'model', created: 0, owned_by: ownedBy, root: model, parent: null }
  return { object: 'list', data: [{ ...entry, max_model_len: maxModelLen, permission: [] }] }
}

function sendError(response: ServerResponse, { status, body }: WireError): void {
  sendJson(response, status, body)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  sendJson(response, 500, { error: { message, type: 'InternalServerError', param: null, code: 500 } })
}

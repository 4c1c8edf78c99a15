import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { logger } from '@cges-fleet/telemetry'
import { Refusal } from './refusal.js'
import { refusalOf } from './refusal-of.js'

const log = logger('Request')

/**
 * A client that sends its headers slower than this ties up a connection. Idle ones are kept longer than the 60 s that proxies
 * keep them by default, as the API does.
 */
const CLIENTS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
}

const HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Handlers by method and path; a path that ends in `/` is of all below it. */
export type Handlers = ReadonlyMap<string, Handler>

/** How long a client may take to receive its answer, which is kept until then. */
const PATIENCE_MS = 60_000

/** Serves handlers over HTTP; what they throw becomes an error that OpenAI's clients read. */
export function gatewayServer(handlers: Handlers, mostConnections: number): Server {
  const server = createServer(CLIENTS, (request, response) => {
    // A response that waits for the one before it is not told when its client leaves, so its draws would go on.
    if (response.socket === null) return void request.socket.destroy()
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    // What goes wrong with a connection ends its request, and nothing else.
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const handler = handlerAt(handlers, `${request.method} ${path}`)
    handler(request, response)
      .catch((error: unknown) => refuse(response, error))
      .then(() => taken(response))
      .catch((error: Error) => log.error(error.message))
  })
  server.maxConnections = mostConnections
  return server
}

/** Waits until an answer was received, or its client has left; one that takes it too slowly is left. */
export function taken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableFinished || response.destroyed) return resolve()
    const late = setTimeout(() => {
      response.destroy()
      resolve()
    }, PATIENCE_MS)
    response.once('close', () => {
      clearTimeout(late)
      resolve()
    })
  })
}

function handlerAt(handlers: Handlers, name: string): Handler {
  const above = [...handlers].find(([of]) => of.endsWith('/') && name.startsWith(of) && name !== of)
  return handlers.get(name) ?? above?.[1] ?? notFound
}

async function notFound(): Promise<never> {
  throw new Refusal(
    'not_found',
    'There is nothing here. The gateway serves /v1/chat/completions, /v1/responses and /v1/models.',
  )
}

/** Sends an object as JSON. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, error: unknown): void {
  const refusal = refusalOf(error)
  if (response.destroyed || response.writableEnded) return
  if (response.headersSent) {
    response.end(`data: ${JSON.stringify(refusal.body)}\n\n`)
    return
  }
  if (refusal.retryAfter !== undefined) response.setHeader('retry-after', Math.ceil(refusal.retryAfter))
  if (refusal.kind === 'unauthenticated') response.setHeader('www-authenticate', 'Bearer')
  // What is left of a body that nobody reads must not be taken for the next request.
  response.setHeader('connection', 'close')
  sendJson(response, refusal.status, refusal.body)
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { closeDatabase, identityDatabase, loadPepper, newId } from '@cges-fleet/db'
import { openStores, requireSignIn, type Stores } from '@cges-fleet/stores'
import { exposition, listenOn, logger, runProcess, startTracing, stopTracing, storesAway } from '@cges-fleet/telemetry'
import { Audits } from './answers/audits.js'
import { Draws } from './answers/draws.js'
import { PaceOfPools } from './answers/pace.js'
import { ReplyDesk } from './answers/reply-desk.js'
import { type GatewayEnvironment, parseEnvironment } from './env.js'
import { CHAT, RESPONSES } from './http/answer-form.js'
import { Callers } from './http/callers.js'
import { type ChatParts, handleChat } from './http/chat-handler.js'
import { gatewayServer, type Handler, sendJson } from './http/gateway-server.js'
import { handleModel, handleModels, MODELS } from './http/models.js'
import { Room } from './http/room.js'
import { GatewayMetrics } from './metrics/gateway-metrics.js'
import { ServedPools } from './requests/served-pools.js'

/** Clients keep connections that ask for nothing. */
const CONNECTIONS_PER_REQUEST = 4

/** Database connections; one more listens. */
const CONNECTIONS = { connections: 12, least: 4 }

async function main(): Promise<void> {
  const env = parseEnvironment()
  await startTracing('cges-gateway', env)
  const stores = await openStores({ env, role: 'gateway', application: 'cges-gateway', ...CONNECTIONS })
  const parts = await openParts(env, stores)
  const server = gatewayServer(handlersOf(parts, stores), env.MOST_REQUESTS * CONNECTIONS_PER_REQUEST)
  const listening = await listenOn(server, env.HOST, env.PORT)
  const end = ending(server, parts, { stores, drainMs: env.DRAIN_MS })
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, end)
  console.log(JSON.stringify({ listening }))
  process.send?.({ ready: true, listening })
}

async function openParts(env: GatewayEnvironment, { db, calls }: Stores): Promise<ChatParts> {
  const identity = identityDatabase(db)
  const pepper = loadPepper(env)
  if (pepper === null) await requireSignIn('gateway', env, identity)
  const desk = new ReplyDesk(db, newId())
  await desk.start()
  const draws = new Draws({ db, calls, gateway: desk.gateway, teamDraws: env.TEAM_CALLS })
  const room = new Room({ all: env.MOST_REQUESTS, ofTeam: env.TEAM_REQUESTS })
  return {
    env,
    desk,
    draws,
    audits: new Audits({ db, draws, desk, mostMs: env.REQUEST_MS }),
    pace: new PaceOfPools(),
    callers: new Callers(identity, pepper, env),
    pools: new ServedPools(db),
    room,
    metrics: new GatewayMetrics(() => room.taken),
  }
}

function handlersOf(parts: ChatParts, { db, rounds }: Stores): Map<string, Handler> {
  const ready: Handler = async (_, response) => {
    const reasons = await storesAway({ database: () => db.query('SELECT 1'), queue: () => rounds.isPaused() })
    sendJson(response, reasons.length === 0 ? 200 : 503, {
      status: reasons.length === 0 ? 'ready' : 'not ready',
      reasons,
    })
  }
  return new Map<string, Handler>([
    ['POST /v1/chat/completions', (request, response) => handleChat(parts, CHAT, { request, response })],
    ['POST /v1/responses', (request, response) => handleChat(parts, RESPONSES, { request, response })],
    [`GET ${MODELS}`, (request, response) => handleModels(parts, request, response)],
    [`GET ${MODELS}/`, (request, response) => handleModel(parts, request, response)],
    ['GET /health', async (_, response) => sendJson(response, 200, { status: 'ok' })],
    ['GET /ready', ready],
    ['GET /metrics', (request, response) => sendMetrics(parts, request, response)],
  ])
}

/** For Prometheus: no team is named, so a scraper needs no token. */
async function sendMetrics({ metrics }: ChatParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { contentType, text } = exposition(await metrics.text(), request.headers.accept)
  response.writeHead(200, { 'content-type': contentType }).end(text)
}

/** Takes no more requests, lets those under way finish, and books what they drew. */
function ending(
  server: Server,
  { desk, draws, audits }: ChatParts,
  { stores, drainMs }: { readonly stores: Stores; readonly drainMs: number },
): () => void {
  let begun = false
  return () => {
    if (begun) return
    begun = true
    logger('Gateway').info('draining')
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(cut)
      void audits
        .close()
        .then(() => draws.settled())
        .then(() => desk.close())
        .then(() => Promise.allSettled([stores.rounds.close(), stores.calls.close(), closeDatabase(stores.db)]))
        .then(() => stopTracing())
        .finally(() => process.exit(0))
    })
    server.closeIdleConnections()
    // A client keeps its connection for further requests: once this one is answered it ends.
    server.keepAliveTimeout = 1
  }
}

runProcess('cges-gateway', main)

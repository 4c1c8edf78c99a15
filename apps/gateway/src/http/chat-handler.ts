import { randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TeamId } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { answerChat } from '../answers/answer-chat.js'
import type { Answered, AnswerParts } from '../answers/asking.js'
import type { GatewayEnvironment } from '../env.js'
import type { GatewayMetrics, RequestEnd } from '../metrics/gateway-metrics.js'
import type { ChatWork } from '../requests/chat-work.js'
import { readChat } from '../requests/read-chat.js'
import type { ServedPools } from '../requests/served-pools.js'
import type { Callers } from './callers.js'
import type { AnswerForm } from './answer-form.js'
import { chatAnswer } from './chat-completion.js'
import { openEventStream, sendEvents } from './event-stream.js'
import { sendJson, taken } from './gateway-server.js'
import { readJson } from './read-body.js'
import { refusalOf } from './refusal-of.js'
import type { Room } from './room.js'

/** What answers requests. */
export interface ChatParts extends AnswerParts {
  readonly callers: Callers
  readonly pools: ServedPools
  readonly room: Room
  readonly metrics: GatewayMetrics
  readonly env: Pick<
    GatewayEnvironment,
    'DEFAULT_METHOD' | 'MOST_CALLS' | 'TOOL_CALLS' | 'MOST_BODY_BYTES' | 'REQUEST_MS'
  >
}

const log = logger('Request')

/** Seeds that every client and server can write. */
const MOST_SEED = 2_147_483_647

const anySeed = () => randomInt(MOST_SEED)

/** Answers a request of one form, whole or as a stream, and counts how it ended. */
export async function handleChat(
  parts: ChatParts,
  form: AnswerForm,
  { request, response }: Pick<Exchange, 'request' | 'response'>,
): Promise<void> {
  const exchange = { request, response, form, startedAt: performance.now() }
  try {
    const end = await answerInRoom(parts, exchange)
    parts.metrics.ended(response.writableFinished ? end : 'left')
  } catch (error) {
    const refusal = refusalOf(error)
    parts.metrics.ended(response.destroyed ? 'left' : refusal.kind)
    throw refusal
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly form: AnswerForm
  readonly startedAt: number
}

async function answerInRoom(parts: ChatParts, exchange: Exchange): Promise<RequestEnd> {
  const signal = AbortSignal.any([whileOpen(exchange.response), AbortSignal.timeout(parts.env.REQUEST_MS)])
  const team = await beforeAbort(signal, parts.callers.of(exchange.request))
  const leave = parts.room.enter(team)
  try {
    const end = await answerFor(team, parts, exchange, signal)
    await taken(exchange.response)
    return end
  } finally {
    leave()
  }
}

async function answerFor(team: TeamId, parts: ChatParts, exchange: Exchange, signal: AbortSignal): Promise<RequestEnd> {
  const { response, form, startedAt: askedAt } = exchange
  const { work, repeats } = await beforeAbort(signal, workOf(parts, exchange))
  let quiet: () => void = nothing
  const began = () => {
    if (work.stream) quiet = openEventStream(response)
  }
  try {
    const give = (answered: Answered) => {
      const answer = chatAnswer(work, answered, { now: new Date(), repeats })
      quiet()
      if (work.stream) sendEvents(response, form.events(answer, work.includesUsage), form.named)
      else sendJson(response, 200, form.whole(answer))
    }
    const answered = await answerChat(work, { team, askedAt, signal, began, give }, parts)
    return gave(parts.metrics, work, answered, askedAt)
  } finally {
    quiet()
  }
}

/** What is asked, and what its answer repeats of it. */
interface Asked {
  readonly work: ChatWork
  readonly repeats: object
}

async function workOf({ env, pools: served }: ChatParts, { request, form }: Exchange): Promise<Asked> {
  const json = await readJson(request, env.MOST_BODY_BYTES)
  const chat = form.toChat(json)
  const pools = await served.now()
  const { DEFAULT_METHOD: defaultMethod, MOST_CALLS: mostCalls, TOOL_CALLS: toolCalls } = env
  const work = readChat(chat, { pools, defaultMethod, mostCalls, takesTools: toolCalls === 'vote', seed: anySeed })
  await served.requireDrawing(work.pool)
  return { work, repeats: form.repeats(json) }
}

/** Records an answer that was just sent; returns how its request ended. */
function gave(metrics: GatewayMetrics, { method }: ChatWork, answered: Answered, startedAt: number): RequestEnd {
  const now = performance.now()
  const { requestId: request, calls, landedAt } = answered
  const { stoppedBy } = answered.verdict
  metrics.gave({
    seconds: (now - startedAt) / 1000,
    overheadSeconds: (now - landedAt) / 1000,
    calls,
    budget: method.budget,
  })
  log.debug('answered', { request, calls, stoppedBy, ms: Math.round(now - startedAt) })
  return CUT_SHORT.find((reason) => reason === stoppedBy) ?? 'stopped'
}

const CUT_SHORT = ['deadline', 'limit', 'fault'] as const

const nothing = () => undefined

/** Waits for work no longer than a signal allows: the work itself goes on, and nobody hears of it. */
function beforeAbort<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A signal that aborts once the client has left without its answer. */
function whileOpen(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  if (response.destroyed) left.abort()
  return left.signal
}

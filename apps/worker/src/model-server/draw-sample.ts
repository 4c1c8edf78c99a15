import { request as send, type Dispatcher } from 'undici'
import { CompletionCollector } from './completion-collector.js'
import { answerRoom } from './answer-room.js'
import { completionRequest } from './completion-request.js'
import type { Drawn } from './drawn.js'
import { hasDied } from './has-died.js'
import { limitTime, type TimeLimit } from './limit-time.js'
import type { ModelServer } from './open-model-server.js'
import { interpretRefusal } from './interpret-refusal.js'
import type { SampleRequest } from './sample-request.js'
import { SseParser } from './sse-parser.js'
import { StreamFault } from './stream-fault.js'
import { completionsPath, traceHeaders } from './trace-request.js'
import { withoutKey } from './without-key.js'

interface Attempt {
  readonly server: ModelServer
  readonly startedAt: number
  readonly collector: CompletionCollector
  readonly limit: TimeLimit
}

const now = (): number => performance.now()

/**
 * Draws one sample by one streamed request. Never throws: every failure is part of the result, so that the caller
 * decides case by case what is redrawn.
 */
export async function drawSample(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<Drawn> {
  if (signal.aborted) return { kind: 'aborted' }
  let hasBegun = false
  const limit = limitTime({ deadlineMs: request.deadlineMs, silenceMs: () => server.silenceMs(hasBegun) }, signal)
  const attempt = { server, startedAt: now(), collector: new CompletionCollector(now, request.watched), limit }
  try {
    const maxTokens = await answerRoom(server, request, limit.signal)
    const fitting = { ...request, sampling: { ...request.sampling, maxTokens } }
    const response = await post(server, fitting, limit.signal)
    hasBegun = true
    limit.heard()
    if (response.statusCode !== 200) {
      return interpretRefusal(response.statusCode, withoutKey(server, await response.body.text()))
    }
    await readStream(response.body, attempt, request.generated)
    return finished(attempt)
  } catch (error) {
    return await afterError(attempt, error, signal)
  } finally {
    limit.clear()
  }
}

function post(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  return send(`${server.url}${completionsPath(server)}`, {
    method: 'POST',
    dispatcher: server.agent,
    headers: {
      ...server.headers,
      ...traceHeaders(),
      'content-type': 'application/json',
      'x-request-id': request.requestId,
    },
    body: JSON.stringify(completionRequest(request, server)),
    signal,
    // The time limit covers both; they are longer while an engine warms up.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

async function readStream(
  body: AsyncIterable<Uint8Array>,
  { collector, limit, server }: Attempt,
  generated?: (tokens: number) => void,
): Promise<void> {
  const parser = new SseParser()
  for await (const bytes of body) {
    limit.heard()
    for (const data of parser.push(bytes)) if (!collector.mayEnd) collector.take(data)
    if (collector.firstTokenAt !== null) server.warmUp.end()
    generated?.(collector.tokens)
    // Leaving the loop closes the connection, upon which the server stops generating.
    if (collector.mayEnd) break
  }
}

function finished({ collector, startedAt }: Attempt): Drawn {
  const { finish, firstTokenAt } = collector
  const endedAt = now()
  const took = { ttftMs: (firstTokenAt ?? endedAt) - startedAt, totalMs: endedAt - startedAt }
  if (collector.mayEnd) return { kind: 'finished', finish: 'ended_early', ...collector.contentToBar(), ...took }
  if (finish === null) throw new StreamFault('the answer broke off: the stream ended without a finish_reason')
  return { kind: 'finished', finish, ...collector.content(), ...took }
}

/** An answer whose end was seen is complete, whatever fails after it; one cut by the time limit is truncated. */
async function afterError(attempt: Attempt, error: unknown, signal: AbortSignal): Promise<Drawn> {
  const { server, collector, limit, startedAt } = attempt
  const broken = error instanceof StreamFault
  if ((collector.finish !== null || collector.mayEnd) && !broken) return finished(attempt)
  if (signal.aborted) return { kind: 'aborted' }
  const began = collector.firstTokenAt !== null
  if (began && limit.passed() && !broken) {
    const ttftMs = (collector.firstTokenAt ?? startedAt) - startedAt
    return { kind: 'finished', finish: 'length', ...collector.content(), ttftMs, totalMs: now() - startedAt }
  }
  const message = withoutKey(server, whyBroken(limit, error))
  if (!began) return { kind: 'fault', when: 'before_first_byte', message }
  const isServers = (broken && !error.unclear) || (limit.silentMs() === null && (await hasDied(server)))
  return { kind: 'fault', when: isServers ? 'server_gave_up' : 'mid_stream', message }
}

function whyBroken(limit: TimeLimit, error: unknown): string {
  const silentMs = limit.silentMs()
  if (silentMs !== null) return `the model server was silent for ${Math.round(silentMs)} ms`
  return limit.passed() ? 'the time limit passed before the first token came' : describe(error)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StreamFault) return error.message
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `the connection to the model server failed: ${error.message}${code}`
}

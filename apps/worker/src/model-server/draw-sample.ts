import { type Dispatcher, request as send } from 'undici'
import { AnswerReader, mostBytes } from './answer-reader.js'
import { CompletionCollector, TOKEN_SLACK } from './completion-collector.js'
import { alternatives, answerRoom, completionRequest, type SampleRequest } from './completion-request.js'
import type { Drawn, FaultKind } from './drawn.js'
import { hasDied } from './has-died.js'
import { interpretRefusal } from './refusals.js'
import { completionsPath, inRequestSpan, type ModelServer, traceHeaders, withoutKey } from './model-server.js'
import { limitTime, LONGEST_ERROR_BODY, readBeginning, type TimeLimit } from './read-limits.js'
import { StreamFault } from './sse-parser.js'

/** How long the connection may stay open after the server said that all was sent. */
const AFTER_DONE_MS = 1000

interface Attempt {
  readonly server: ModelServer
  readonly request: SampleRequest
  readonly startedAt: number
  readonly collector: CompletionCollector
  readonly limit: TimeLimit
}

const now = (): number => performance.now()

/**
 * Draws one sample by one streamed request, which is sent again as long as the server's rate limit refuses it. Never
 * throws: every failure is part of the result, so that the caller decides case by case what is redrawn.
 */
export async function drawSample(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<Drawn> {
  const since = now()
  for (;;) {
    if (!(await server.rateLimit.turn(signal))) return { kind: 'aborted', promptTokens: null, completionTokens: null }
    const drawn = await drawOnce(server, request, signal)
    if (drawn.kind !== 'limited') return drawn
    if (now() - since > LONGEST_LIMITED_MS) return drawn.refusal
  }
}

/** A rate limit that refuses one request for so long is a fault like any other. */
const LONGEST_LIMITED_MS = 3_600_000

/** The end of a request that may be sent again once the rate limit allows it. */
interface Limited {
  readonly kind: 'limited'
  readonly refusal: Drawn
}

async function drawOnce(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<Drawn | Limited> {
  const state = { hasBegun: false, isDone: () => false }
  const silenceMs = (): number => (state.isDone() ? AFTER_DONE_MS : server.silenceMs(state.hasBegun))
  const limit = limitTime({ deadlineMs: request.deadlineMs, silenceMs }, signal)
  const startedAt = now()
  const attemptWith = (maxTokens: number): Attempt => {
    const collector = new CompletionCollector(now, { maxTokens, stop: request.sampling.stop, watched: request.watched })
    const fitting = { ...request, sampling: { ...request.sampling, maxTokens } }
    return { server, request: fitting, startedAt, collector, limit }
  }
  try {
    const room = await answerRoom(server, request, limit.signal).catch((error: Error) => error)
    if (room instanceof Error) return await afterError(attemptWith(request.sampling.maxTokens), room, signal)
    const attempt = attemptWith(room)
    state.isDone = () => attempt.collector.isDone
    return await answered(attempt, { state, signal })
  } finally {
    limit.clear()
  }
}

async function answered(
  attempt: Attempt,
  { state, signal }: { readonly state: { hasBegun: boolean }; readonly signal: AbortSignal },
): Promise<Drawn | Limited> {
  const { server, limit } = attempt
  try {
    const { statusCode, headers, body } = await post(attempt)
    state.hasBegun = true
    limit.heard()
    const isLimited = server.rateLimit.heed(statusCode, headers)
    if (statusCode !== 200) {
      const { text } = await readBeginning(body, LONGEST_ERROR_BODY)
      const refusal = interpretRefusal(statusCode, withoutKey(server, text))
      return isLimited && refusal.kind === 'fault' ? { kind: 'limited', refusal } : refusal
    }
    await readAnswer(body, attempt)
    return finished(attempt)
  } catch (error) {
    return await afterError(attempt, error, signal)
  }
}

function post({ server, request, limit }: Attempt): Promise<Dispatcher.ResponseData> {
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
    signal: limit.signal,
    // The time limit covers both; they are longer while an engine warms up.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

async function readAnswer(body: AsyncIterable<Uint8Array>, attempt: Attempt): Promise<void> {
  const { collector, limit, server, request } = attempt
  const tokens = request.sampling.maxTokens + TOKEN_SLACK
  const reader = new AnswerReader(collector, mostBytes(tokens, alternatives(request, server)))
  for await (const bytes of body) {
    limit.heard()
    reader.push(bytes)
    if (collector.firstTokenAt !== null) server.warmUp.end()
    request.generated?.(collector.tokens)
    // Leaving the loop closes the connection, upon which the server stops generating.
    if (collector.mayEnd || collector.isOverLimit || collector.isStopped) return
  }
  reader.end()
  if (collector.firstTokenAt !== null) server.warmUp.end()
  request.generated?.(collector.tokens)
}

function finished({ collector, startedAt }: Attempt): Drawn {
  const { finish, firstTokenAt } = collector
  const endedAt = now()
  const took = { ttftMs: (firstTokenAt ?? endedAt) - startedAt, totalMs: endedAt - startedAt }
  if (collector.mayEnd) return { kind: 'finished', finish: 'ended_early', ...collector.contentToBar(), ...took }
  if (finish === null) {
    throw new StreamFault('no_end', 'the answer broke off: the stream ended without a finish_reason')
  }
  return { kind: 'finished', finish, ...collector.content(), ...took }
}

/** An answer whose end was seen is complete, whatever fails after it; one cut by the time limit is truncated. */
async function afterError(attempt: Attempt, error: unknown, signal: AbortSignal): Promise<Drawn> {
  const { server, collector, limit, startedAt } = attempt
  const broken = error instanceof StreamFault
  const endsAnyway = !broken || error.what !== 'text_after_end'
  if ((collector.finish !== null || collector.mayEnd) && endsAnyway) return finished(attempt)
  if (signal.aborted) return { kind: 'aborted', ...collector.used }
  const began = collector.firstTokenAt !== null
  if (began && limit.passed() && !broken) {
    const ttftMs = (collector.firstTokenAt ?? startedAt) - startedAt
    return { kind: 'finished', finish: 'length', ...collector.content(), ttftMs, totalMs: now() - startedAt }
  }
  const { what, said } = whyBroken(limit, error)
  const fault = { kind: 'fault', what, message: withoutKey(server, said) } as const
  const isUnclear = broken ? error.isUnclear(began) : began
  if (!began && !isUnclear) return { ...fault, when: 'before_first_byte' }
  const isServers = !isUnclear || (limit.silentMs() === null && (await hasDied(server)))
  return { ...fault, when: isServers ? 'server_gave_up' : 'mid_stream' }
}

function whyBroken(limit: TimeLimit, error: unknown): { readonly what: FaultKind; readonly said: string } {
  const silentMs = limit.silentMs()
  if (silentMs !== null) {
    return { what: 'silence', said: `the model server was silent for ${Math.round(silentMs)} ms` }
  }
  if (error instanceof StreamFault) return { what: error.what, said: error.message }
  if (limit.passed()) return { what: 'time_limit', said: 'the time limit passed before the first token came' }
  return { what: 'connection', said: describe(error) }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `the connection to the model server failed: ${error.message}${code}`
}

export interface Metered {
  readonly drawn: Drawn
  /** Milliseconds of GPU time, whatever the outcome. */
  readonly gpuMs: number
}

/** Draws one sample as `drawSample` does, and measures its GPU time. */
export async function drawMetered(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<Metered> {
  const use = server.meter.begin()
  return inRequestSpan(server, { ...request, path: completionsPath(server) }, async (span) => {
    const drawn = await drawSample(server, { ...request, generated: use.generated }, signal)
    const gpuMs = use.end()
    span.set({ 'cges.gpu_ms': gpuMs })
    if (drawn.kind === 'finished') span.set({ 'gen_ai.usage.output_tokens': drawn.completionTokens })
    else span.fail(drawn.kind)
    return { drawn, gpuMs }
  })
}

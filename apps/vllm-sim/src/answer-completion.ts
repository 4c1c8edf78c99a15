import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Draft, Responder } from './answers/responder.js'
import { aborted, alterChoice, refuseByFault } from './faults/faulty-answers.js'
import { type Fault, faultByHeader } from './faults/fault.js'
import { readBody, sendJson } from './http.js'
import { isPreflight, traceIn } from './request-log.js'
import { preflightResponder } from './answers/preflight-responder.js'
import { type Accepted, requestHash } from './protocol/accept-request.js'
import { type Choice, choiceOf, type Reply } from './protocol/reply.js'
import { parseChatRequest } from './protocol/chat-request.js'
import { parseTextRequest } from './protocol/text-request.js'
import { badRequest, ENGINE_DEAD, serverError, type WireError } from './protocol/wire-error.js'
import { servedBy, type Simulated, VERSION } from './simulator-options.js'

export const CHAT_PATH = '/v1/chat/completions'
export const TEXT_PATH = '/v1/completions'

const NOTHING_YET: Draft = { tokens: [], logprobs: [], hasTokenIds: true, finish: null }

interface Exchange {
  readonly path: typeof CHAT_PATH | typeof TEXT_PATH
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Answers a completion, with or without a chat template, or fails as a fault rule demands. */
export async function answerCompletion(simulated: Simulated, exchange: Exchange): Promise<void> {
  const { path, request, response } = exchange
  const accepted = await accept(simulated, path, request)
  if ('status' in accepted) return sendJson(response, accepted.status, accepted.body)
  const { options, engine, faults, log } = simulated
  if (engine.isDead) return sendJson(response, ENGINE_DEAD.status, ENGINE_DEAD.body)
  const ask = accepted.wanted[0]?.ask
  const requestId = accepted.requestId ?? idIn(request) ?? requestHash(options.model, ask)
  const target = { path, requestId, prompt: ask?.prompt ?? '', headers: request.headers }
  const fault = faults.pick(target) ?? faultByHeader(request)
  const logged = log.add({
    path,
    requestId,
    seed: ask?.seed ?? null,
    traceparent: traceIn(request),
    choices: accepted.wanted.length,
    priority: accepted.priority,
    fault: fault?.kind ?? null,
  })
  const refusal = refuseByFault(fault)
  if (refusal !== null) {
    logged.state = String(refusal.status)
    return sendJson(response, refusal.status, refusal.body)
  }
  if (fault?.kind === 'hang') {
    await closed(response)
    logged.state = 'gone'
    return
  }
  const respond = isPreflight(requestId) ? preflightResponder(options) : options.respond
  const choices = choicesOf(respond, accepted, fault)
  if ('status' in choices) return sendJson(response, choices.status, choices.body)
  const failed = choices.some(({ finish }) => finish === 'error') && !accepted.stream
  if (failed) return sendJson(response, 500, serverError('Internal server error').body)
  const id = `${path === CHAT_PATH ? 'chatcmpl' : 'cmpl'}-${requestId}`
  const fingerprint = `vllm-${options.version ?? VERSION}`
  // A fleet whose model is slowed down for a test starts no later.
  const isInstant = isPreflight(requestId)
  const reply: Reply = { id, model: options.model, fingerprint, request: accepted, choices, isInstant }
  logged.state = (await engine.play(response, reply, fault)) ?? (engine.isDead ? 'error' : 'gone')
}

async function accept(
  simulated: Simulated,
  path: Exchange['path'],
  request: IncomingMessage,
): Promise<Accepted | WireError> {
  const text = await readBody(request)
  if (text === null) return badRequest('The request is too large.')
  const served = servedBy(simulated)
  return path === CHAT_PATH ? parseChatRequest(text, served) : parseTextRequest(text, served)
}

function choicesOf(respond: Responder, accepted: Accepted, fault: Fault | null): Choice[] | WireError {
  const choices: Choice[] = []
  for (const [index, { ask }] of accepted.wanted.entries()) {
    const answer = respond(ask)
    if (answer.kind === 'refused') return badRequest(answer.message)
    choices.push(
      answer.kind === 'writing'
        ? { ...choiceOf(NOTHING_YET, accepted, index), write: answer.write }
        : alterChoice(choiceOf(answer, accepted, index), fault),
    )
  }
  return choices
}

function idIn(request: IncomingMessage): string | null {
  const header = request.headers['x-request-id']
  return typeof header === 'string' ? header : null
}

function closed(response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return aborted(gone.signal)
}

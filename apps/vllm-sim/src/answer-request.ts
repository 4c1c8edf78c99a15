import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { answerCompletion, CHAT_PATH, TEXT_PATH } from './answer-completion.js'
import { FaultRule } from './faults/fault.js'
import { readBody, sendJson } from './http.js'
import { metricsText } from './metrics/metrics-text.js'
import { checkCharacters, parseBody } from './protocol/accept-request.js'
import { ChatRequest, saidIn } from './protocol/chat-request.js'
import { badRequest, unknownModel } from './protocol/wire-error.js'
import { answerPooling } from './reward/answer-pooling.js'
import { servedBy, type Simulated, VERSION } from './simulator-options.js'

/** vLLM requires the key on these alone: scores, metrics and the rest are open to whoever reaches the port. */
const GUARDED = /^\/(v1|v2|inference|cohere)(\/|$)/

/** Answers every request that a client of vLLM may send. */
export async function answerRequest(
  simulated: Simulated,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const { engine, options, faults, log } = simulated
  if (GUARDED.test(path) && !hasKey(request, options.apiKey)) return sendJson(response, 401, { error: 'Unauthorized' })
  switch (`${request.method} ${path}`) {
    case `POST ${CHAT_PATH}`:
      return answerCompletion(simulated, { path: CHAT_PATH, request, response })
    case `POST ${TEXT_PATH}`:
      return answerCompletion(simulated, { path: TEXT_PATH, request, response })
    case 'POST /tokenize':
      return answerTokenize(simulated, request, response)
    case 'POST /pooling':
      return answerPooling(simulated, request, response)
    case 'GET /v1/models':
      return sendJson(response, 200, modelList(simulated))
    case 'GET /version':
      return sendJson(response, 200, { version: options.version ?? VERSION })
    case 'GET /load':
      return sendJson(response, 200, { server_load: engine.load.running + engine.load.waiting })
    case 'GET /health':
      response.writeHead(engine.isDead ? 503 : 200).end()
      return
    case 'GET /metrics':
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(metricsText(engine, options.model))
      return
    case 'POST /admin/faults':
      return answerFaults(simulated, request, response)
    case 'GET /admin/faults':
      return sendJson(response, 200, { rules: faults.all })
    case 'GET /admin/requests':
      return sendJson(response, 200, { requests: log.latest })
    default:
      return sendJson(response, 404, { detail: 'Not Found' })
  }
}

function hasKey(request: IncomingMessage, key: string | undefined): boolean {
  return key === undefined || request.headers.authorization === `Bearer ${key}`
}

function modelList({ options, maxModelLen }: Simulated): object {
  const { model, ownedBy, inventsAnswers = false } = options
  const entry = { id: model, object: 'model', created: 0, owned_by: ownedBy, root: model, parent: null }
  return {
    object: 'list',
    data: [{ ...entry, max_model_len: maxModelLen, permission: [], invents_answers: inventsAnswers }],
  }
}

const Rules = z.strictObject({ rules: z.array(FaultRule).max(100) })

/** Replaces the fault rules while the server runs, and returns those in force. */
async function answerFaults({ faults }: Simulated, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(request)
  const parsed = text === null ? badRequest('The request is too large.') : parseBody(text, Rules)
  if ('status' in parsed) return sendJson(response, parsed.status, parsed.body)
  faults.replace(parsed.body.rules)
  sendJson(response, 200, { rules: faults.all })
}

const TokenizeRequest = z
  .looseObject({
    model: z.string().nullish(),
    prompt: z.string().optional(),
    messages: ChatRequest.shape.messages.optional(),
    return_token_strs: z.boolean().nullish(),
  })
  .refine((body) => (body.prompt === undefined) !== (body.messages === undefined), {
    message: 'give either prompt or messages',
    path: ['prompt'],
  })

/** Returns the tokens of a prompt or of messages, as they would be counted. */
async function answerTokenize(simulated: Simulated, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const served = servedBy(simulated)
  const { model: name, maxModelLen, tokenizer } = served
  const text = await readBody(request)
  const parsed = text === null ? badRequest('The request is too large.') : parseBody(text, TokenizeRequest)
  const { body } = parsed
  if ('status' in parsed) return sendJson(response, parsed.status, body)
  const { model, prompt, messages, return_token_strs: wantsTexts } = parsed.body
  if (model && model !== name) {
    const unknown = unknownModel(model, name)
    return sendJson(response, unknown.status, unknown.body)
  }
  const said = messages === undefined ? null : saidIn({ messages })
  const tooLong = checkCharacters([prompt ?? '', ...(said ?? []).map(({ content }) => content)], served)
  if (tooLong !== null) return sendJson(response, tooLong.status, tooLong.body)
  const encoded = tokenizer.encode(prompt ?? '')
  const tokens = said === null ? encoded.map(({ id }) => id) : tokenizer.chat(said).tokenIds
  const texts = encoded.map((token) => token.text)
  sendJson(response, 200, {
    count: tokens.length,
    max_model_len: maxModelLen,
    tokens,
    token_strs: wantsTexts && messages === undefined ? texts : null,
  })
}

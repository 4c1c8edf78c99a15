import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFaults } from './answer-admin.js'
import { answerCompletion, CHAT_PATH, TEXT_PATH } from './answer-completion.js'
import { answerTokenize } from './answer-tokenize.js'
import { sendJson } from './http/send-json.js'
import { metricsText } from './metrics/metrics-text.js'
import { answerPooling } from './reward/answer-pooling.js'
import type { Simulated } from './simulator-options.js'
import { VERSION } from './version.js'

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
  const { model, ownedBy } = options
  const entry = { id: model, object: 'model', created: 0, owned_by: ownedBy, root: model, parent: null }
  return { object: 'list', data: [{ ...entry, max_model_len: maxModelLen, permission: [] }] }
}

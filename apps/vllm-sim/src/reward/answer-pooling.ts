import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody, sendJson } from '../http.js'
import { tokenize } from '../answers/tokenizer.js'
import { parseBody } from '../protocol/accept-request.js'
import { badRequest, ENGINE_DEAD, unknownModel, type WireError } from '../protocol/wire-error.js'
import { aborted, refuseByFault } from '../faults/faulty-answers.js'
import { traceIn } from '../request-log.js'
import type { Simulated } from '../simulator-options.js'

/** Ends a step; the model scores at this token. */
const STEP_TAG = '<extra_0>'

const PoolingRequest = z.looseObject({
  model: z.string().nullish(),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  task: z.literal('token_classify', 'this model classifies tokens: task must be token_classify').nullish(),
})

/** Answers as a process reward model: for every input one row [bad, good] per step tag. */
export async function answerPooling(
  simulated: Simulated,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request)
  const parsed = text === null ? badRequest('The request is too large.') : parseBody(text, PoolingRequest)
  if ('status' in parsed) return sendJson(response, parsed.status, parsed.body)
  const { model, input } = parsed.body
  const inputs = typeof input === 'string' ? [input] : input
  const dead = simulated.engine.isDead ? ENGINE_DEAD : null
  const wrong = dead ?? refusalOf(simulated, model ?? null, inputs)
  if (wrong !== null) return sendJson(response, wrong.status, wrong.body)
  const id = request.headers['x-request-id']
  const requestId = typeof id === 'string' ? id : 'pool'
  const target = { path: '/pooling', prompt: inputs.join('\n'), requestId, headers: request.headers }
  const fault = simulated.faults.pick(target)
  const logged = simulated.log.add({
    ...target,
    seed: null,
    traceparent: traceIn(request),
    choices: inputs.length,
    priority: 0,
    fault: fault?.kind ?? null,
  })
  const refusal = refuseByFault(fault)
  logged.state = refusal === null ? 'stop' : String(refusal.status)
  if (refusal !== null) return sendJson(response, refusal.status, refusal.body)
  if (fault?.kind === 'hang') {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    return aborted(gone.signal)
  }
  if (fault?.kind === 'reset') return void response.socket?.resetAndDestroy()
  sendJson(response, 200, scored(simulated, inputs, requestId))
}

function refusalOf(
  { options, maxModelLen }: Simulated,
  model: string | null,
  inputs: readonly string[],
): WireError | null {
  if (options.score === undefined) return badRequest('This server has no reward model.', null)
  if (model !== null && model !== options.model) return unknownModel(model, options.model)
  const longest = Math.max(...inputs.map((input) => tokenize(input).length))
  if (longest <= maxModelLen) return null
  const limit = `the model's context length is only ${maxModelLen} tokens`
  return badRequest(`You passed ${longest} input tokens. However, ${limit}.`, 'input_tokens')
}

function scored({ options }: Simulated, inputs: readonly string[], requestId: string): object {
  const data = inputs.map((input, index) => {
    const pieces = input.split(STEP_TAG)
    const scores = options.score?.(input, pieces.slice(0, -1)) ?? []
    return { index, object: 'pooling', data: scores.map((good) => [1 - good, good]) }
  })
  const tokens = inputs.reduce((sum, input) => sum + tokenize(input).length, 0)
  const usage = { prompt_tokens: tokens, total_tokens: tokens, completion_tokens: 0 }
  return { id: `pool-${requestId}`, object: 'list', created: 1_700_000_000, model: options.model, data, usage }
}

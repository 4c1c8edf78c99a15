import { request as send } from 'undici'
import type { ModelServer } from '../model-server/open-model-server.js'
import { parseWireJson } from '../model-server/parse-wire-json.js'
import { inRequestSpan, traceHeaders } from '../model-server/trace-request.js'
import { interpretRefusal } from '../model-server/interpret-refusal.js'
import { LONGEST_ERROR_BODY, readBeginning, readWithin } from '../model-server/read-within.js'
import { withoutKey } from '../model-server/without-key.js'
import { parseScores } from './parse-scores.js'
import type { RewardInput } from './reward-input.js'
import type { Scored } from '../scores/scored.js'

const DEADLINE_MS = 120_000
/** The size limit of a response in bytes: a fixed part, and some for each step's numbers. */
const FRAME_BYTES = 1_048_576
const STEP_BYTES = 1024

const PATH = '/pooling'

export interface ScoreRequest {
  readonly requestId: string
  readonly model: string
  readonly input: RewardInput
}

/** Asks a reward model for the scores of a response's steps. Never throws: every failure is part of the result. */
export function scoreResponse(server: ModelServer, request: ScoreRequest, signal: AbortSignal): Promise<Scored> {
  return inRequestSpan(server, { ...request, path: PATH }, async (span) => {
    const scored = await score(server, request, signal)
    if (scored.kind !== 'scored') span.fail(scored.kind)
    return scored
  })
}

async function score(server: ModelServer, request: ScoreRequest, signal: AbortSignal): Promise<Scored> {
  if (signal.aborted) return { kind: 'aborted' }
  try {
    const response = await send(`${server.url}${PATH}`, {
      method: 'POST',
      dispatcher: server.agent,
      headers: {
        ...server.headers,
        ...traceHeaders(),
        'content-type': 'application/json',
        'x-request-id': request.requestId,
      },
      body: JSON.stringify({ model: request.model, input: request.input.text, task: 'token_classify' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    })
    const { statusCode, body } = response
    if (statusCode !== 200) {
      const { text } = await readBeginning(body, LONGEST_ERROR_BODY)
      return refused(statusCode, withoutKey(server, text))
    }
    const text = await readWithin(body, FRAME_BYTES + STEP_BYTES * request.input.steps)
    return parseScores(text === null ? null : parsed(text), request.input.steps)
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    const cause = error instanceof Error ? error.message || error.name : String(error)
    return { kind: 'fault', message: `the connection to the reward server failed: ${cause}` }
  }
}

function refused(status: number, text: string): Scored {
  const drawn = interpretRefusal(status, text)
  switch (drawn.kind) {
    case 'rejected':
      return { kind: 'unscorable', message: drawn.message.replace('the model server', 'the reward server') }
    case 'misconfigured':
    case 'fault':
      return { kind: drawn.kind, message: drawn.message.replace('the model server', 'the reward server') }
    default:
      return { kind: 'fault', message: `the reward server answered ${status}` }
  }
}

function parsed(text: string): unknown {
  try {
    return parseWireJson(text)
  } catch {
    return null
  }
}

import { request as send } from 'undici'
import { z } from 'zod'
import type { ModelServer } from '../model-server/open-model-server.js'
import { inRequestSpan, traceHeaders } from '../model-server/trace-request.js'
import { withoutKey } from '../model-server/without-key.js'
import type { Scored } from '../scores/scored.js'
import { LONGEST_ERROR_BODY, readBeginning, readWithin } from '../model-server/read-within.js'

const DEADLINE_MS = 60_000
const PATH = '/importance'
/** The size limit of a response in bytes: a fixed part, and some for each step's number. */
const FRAME_BYTES = 4096
const STEP_BYTES = 64
const LONGEST_MESSAGE = 2000

const Weighed = z.object({ importance: z.array(z.number().min(0).max(1)) })

export interface ImportanceRequest {
  readonly requestId: string
  readonly question: string
  readonly steps: readonly string[]
}

/** Asks a step scorer how much each step of a response matters. Never throws: every failure is part of the result. */
export function askImportance(server: ModelServer, request: ImportanceRequest, signal: AbortSignal): Promise<Scored> {
  return inRequestSpan(server, { ...request, model: 'step scorer', path: PATH }, async (span) => {
    const scored = await asked(server, request, signal)
    if (scored.kind !== 'scored') span.fail(scored.kind)
    return scored
  })
}

async function asked(server: ModelServer, request: ImportanceRequest, signal: AbortSignal): Promise<Scored> {
  const { requestId, question, steps } = request
  if (signal.aborted) return { kind: 'aborted' }
  try {
    const { statusCode, body } = await send(`${server.url}${PATH}`, {
      method: 'POST',
      dispatcher: server.agent,
      headers: {
        ...server.headers,
        ...traceHeaders(),
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify({ question, steps }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    })
    if (statusCode !== 200) {
      const { text } = await readBeginning(body, LONGEST_ERROR_BODY)
      return refused(statusCode, withoutKey(server, text))
    }
    const text = await readWithin(body, FRAME_BYTES + STEP_BYTES * steps.length)
    return text === null ? wrong('gave more than a number for each step') : parseImportance(text, steps.length)
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    const cause = error instanceof Error ? error.message || error.name : String(error)
    return { kind: 'fault', message: `the connection to the step scorer failed: ${cause}` }
  }
}

function parseImportance(text: string, steps: number): Scored {
  const parsed = Weighed.safeParse(json(text))
  if (!parsed.success) return wrong('gave no {"importance": […]} of numbers from 0 to 1')
  const { importance } = parsed.data
  if (importance.length !== steps) return wrong(`gave ${importance.length} numbers for ${steps} steps`)
  return { kind: 'scored', steps: importance, promptTokens: null }
}

/** Distinguishes a response that the scorer will never take from a wrong address or key. */
function refused(status: number, text: string): Scored {
  const said = text.trim() === '' ? 'nothing more' : text.trim().slice(0, LONGEST_MESSAGE)
  const message = `the step scorer answered ${status}: ${said}`
  if (status === 408 || status === 429 || status >= 500) return { kind: 'fault', message }
  if (status === 400 || status === 413 || status === 422) return { kind: 'unscorable', message }
  return { kind: 'misconfigured', message: `${message}. Check STEP_SCORER_URL and STEP_SCORER_KEY_FILE.` }
}

function wrong(what: string): Scored {
  return { kind: 'misconfigured', message: `the step scorer ${what}` }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

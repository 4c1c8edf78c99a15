import type { ClaimedDraw } from '@cges-fleet/db'
import { splitSteps } from '@cges-fleet/methods'
import { request as send } from 'undici'
import { z } from 'zod'
import { requestIdOf } from '../calls/call-kind.js'
import { inRequestSpan, type ModelServer, traceHeaders, withoutKey } from '../model-server/model-server.js'
import { refusedKey } from '../model-server/refused-key.js'
import { LONGEST_ERROR_BODY, readBeginning, readWithin } from '../model-server/read-limits.js'
import { questionOf, scoreDrawn, type ScoreParts } from '../scores/score-drawn.js'
import type { Scored } from '../scores/scored.js'

/** The service beside a worker that says how much each step of a drawn response matters. */
export class StepScorer {
  constructor(
    private readonly parts: ScoreParts,
    private readonly server: ModelServer,
  ) {}

  /** Asks for the identity of the scorer. Throws an Error that says what to do if it cannot be asked. */
  probe(): Promise<StepScorerFacts> {
    return probeStepScorer(this.server)
  }

  /** Weighs the steps of a response, given as its tokens' texts; retries a few times after a fault. */
  score(draw: ClaimedDraw, tokens: readonly string[], signal: AbortSignal): Promise<Scored> {
    const { steps } = splitSteps(tokens)
    const request = { requestId: `${requestIdOf(draw)}/steps`, question: questionOf(draw), steps }
    return scoreDrawn(this.parts, draw, signal, () => askImportance(this.server, request, signal))
  }

  close(): Promise<void> {
    return this.server.close()
  }
}

const DEADLINE_MS = 60_000
const PATH = '/importance'
/** The size limit of a response in bytes: a fixed part, and some for each step's number. */
const BASE_BYTES = 4096
const STEP_BYTES = 64
const LONGEST_MESSAGE = 2000

const Weighed = z.object({ importance: z.array(z.number().min(0).max(1)) })

interface ImportanceRequest {
  readonly requestId: string
  readonly question: string
  readonly steps: readonly string[]
}

/** Asks a step scorer how much each step of a response matters. Never throws: every failure is part of the result. */
export function askImportance(server: ModelServer, request: ImportanceRequest, signal: AbortSignal): Promise<Scored> {
  return inRequestSpan(server, { ...request, model: 'step scorer', path: PATH }, async (span) => {
    const scored = await sendSteps(server, request, signal)
    if (scored.kind !== 'scored') span.fail(scored.kind)
    return scored
  })
}

async function sendSteps(server: ModelServer, request: ImportanceRequest, signal: AbortSignal): Promise<Scored> {
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
    const text = await readWithin(body, BASE_BYTES + STEP_BYTES * steps.length)
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

const PROBE_TIMEOUT_MS = 10_000
const LARGEST = 10_000

const Facts = z.object({ name: z.string().min(1).max(200), simulated: z.boolean().default(false) })

/** A step scorer's description of itself. */
type StepScorerFacts = { readonly name: string; readonly isSimulated: boolean }

/**
 * Asks a step scorer its name, which a pool promises. Throws an Error that says what to do if it cannot be reached or does
 * not answer that.
 */
export async function probeStepScorer(server: ModelServer): Promise<StepScorerFacts> {
  const { status, text } = await askFacts(server)
  if (status === 401 || status === 403) {
    throw new Error(refusedKey('step scorer', server, 'steps'))
  }
  const facts = status === 200 ? Facts.safeParse(json(text ?? '')) : null
  if (facts?.success !== true) {
    throw new Error(
      `${server.url}/scorer answered ${status} without a name such as {"name": "mars-steps-v1"}. ` +
        `Check that STEP_SCORER_URL is the address of a step scorer.`,
    )
  }
  return { name: facts.data.name, isSimulated: facts.data.simulated }
}

async function askFacts(server: ModelServer): Promise<{ readonly status: number; readonly text: string | null }> {
  try {
    const { statusCode, body } = await send(`${server.url}/scorer`, {
      dispatcher: server.agent,
      headers: server.headers,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    return { status: statusCode, text: await readWithin(body, LARGEST) }
  } catch (error) {
    const cause = error instanceof Error ? error.message || error.name : String(error)
    throw new Error(`No step scorer answers at ${server.url} (${cause}). Start it, or correct the address.`, {
      cause: error,
    })
  }
}

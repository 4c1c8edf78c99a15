import { TokenCount } from '@cges-fleet/core'
import type { ClaimedDraw } from '@cges-fleet/db'
import { prmAggregation, type PrmAggregation } from '@cges-fleet/methods'
import { request as send } from 'undici'
import { z } from 'zod'
import { requestIdOf } from '../calls/call-kind.js'
import { inRequestSpan, type ModelServer, traceHeaders, withoutKey } from '../model-server/model-server.js'
import { probeModelServer } from '../model-server/probe-model-server.js'
import { LONGEST_ERROR_BODY, readBeginning, readWithin } from '../model-server/read-limits.js'
import { interpretRefusal } from '../model-server/refusals.js'
import { parseWireJson } from '../model-server/stream-chunk.js'
import { questionOf, scoreDrawn, type ScoreParts } from '../scores/score-drawn.js'
import type { Scored } from '../scores/scored.js'

/** The reward model beside a worker: scores the steps of a drawn response. */
export class RewardScorer {
  #model: string | null = null

  constructor(
    private readonly parts: ScoreParts,
    private readonly server: ModelServer,
    private readonly aggregation: PrmAggregation,
  ) {}

  /** Asks which model scores here; the name includes how step scores are aggregated, since a pool must mix neither. */
  async probe(): Promise<{ readonly name: string; readonly isSimulated: boolean }> {
    const facts = await probeModelServer(this.server, 'reward')
    this.#model = facts.model
    return { name: `${facts.model}@${this.aggregation}`, isSimulated: facts.provenance === 'simulated' }
  }

  /** Scores a sample's response; retries a few times after a fault. */
  async score(draw: ClaimedDraw, response: string, signal: AbortSignal): Promise<Scored> {
    const input = rewardInput(questionOf(draw), response)
    if (input === null) return { kind: 'unscorable', message: 'there is no step to score in the response' }
    const request = { requestId: `${requestIdOf(draw)}/score`, model: this.#model ?? '', input }
    return scoreDrawn(this.parts, draw, signal, () => scoreResponse(this.server, request, signal))
  }

  /** Turns step scores into a sample's confidence, in [1e-6, 1 − 1e-6]. */
  confidence(steps: readonly number[]): number | undefined {
    return prmAggregation(steps, this.aggregation)?.confidence
  }

  close(): Promise<void> {
    return this.server.close()
  }
}

const DEADLINE_MS = 120_000
/** The size limit of a response in bytes: a fixed part, and some for each step's numbers. */
const BASE_BYTES = 1_048_576
const STEP_BYTES = 1024

const PATH = '/pooling'

interface ScoreRequest {
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
    const text = await readWithin(body, BASE_BYTES + STEP_BYTES * request.input.steps)
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

const ROW_SUM_WITHIN = 1e-2

const Pooled = z.object({
  data: z.array(z.object({ data: z.array(z.array(z.number())) })).length(1),
  // A count out of its bounds says nothing.
  usage: z
    .object({ prompt_tokens: TokenCount.nullish().catch(null) })
    .nullish()
    .catch(null),
})

/**
 * Parses a reward model's response: a row [bad, good] for every step tag. Anything else is reported as a misconfigured
 * server.
 */
function parseScores(body: unknown, steps: number): Scored {
  const parsed = Pooled.safeParse(body)
  if (!parsed.success) return wrong('answered something other than rows of numbers for one input')
  const rows = parsed.data.data[0]?.data ?? []
  if (rows.length !== steps) {
    return wrong(
      `gave ${rows.length} rows for ${steps} step tags: start it with the pooling type STEP and the step tag id 151651`,
    )
  }
  const odd = rows.find((row) => row.length !== 2)
  if (odd !== undefined) return wrong(`gave rows of ${odd.length} numbers, not of 2 (bad, good)`)
  const off = rows.find(([bad = 0, good = 0]) => !(Math.abs(bad + good - 1) < ROW_SUM_WITHIN && bad >= 0 && good >= 0))
  if (off !== undefined) return wrong(`gave [${off.join(', ')}], which are no two probabilities: switch softmax on`)
  const scores = rows.map(([, good = 0]) => Math.min(1, good))
  return { kind: 'scored', steps: scores, promptTokens: parsed.data.usage?.prompt_tokens ?? null }
}

function wrong(what: string): Scored {
  return { kind: 'misconfigured', message: `the reward server ${what}` }
}

const SYSTEM = 'Please reason step by step, and put your final answer within \\boxed{}.'

/** Ends a step: the reward model scores at this token. */
const STEP_TAG = '<extra_0>'

const OF_THE_TEMPLATE = /<extra_0>|<\|im_(?:start|end)\|>/g

interface RewardInput {
  readonly text: string
  /** How many steps, and so tags and scores, there are. */
  readonly steps: number
}

/**
 * Builds the input of a Qwen process reward model: the question and the response cut at blank lines, a tag after every
 * step, also the last, in Qwen's chat template. For a response with thinking, only what follows is scored; the
 * template's own tags and marks are removed from it. Null if nothing is left to score. Source: the model card of
 * Qwen2.5-Math-PRM-7B.
 */
export function rewardInput(question: string, response: string): RewardInput | null {
  const said = response.split('</think>').at(-1) ?? ''
  const steps = without(said)
    .split(/\n\s*\n/)
    .map((step) => step.trim())
    .filter((step) => step !== '')
  if (steps.length === 0) return null
  const scored = `${steps.join(STEP_TAG)}${STEP_TAG}`
  return {
    text: turn('system', SYSTEM) + turn('user', without(question)) + turn('assistant', scored),
    steps: steps.length,
  }
}

function turn(role: string, content: string): string {
  return `<|im_start|>${role}\n${content}<|im_end|>\n`
}

function without(text: string): string {
  return text.replaceAll(OF_THE_TEMPLATE, '')
}

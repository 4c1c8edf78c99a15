import { DEFAULT_SAMPLING, RequestParameter, type Sampling } from '@cges-fleet/core'
import { SELF_CERTAINTY_TOP } from '@cges-fleet/methods'
import type { SampleRequest } from '../model-server/completion-request.js'
import { drawSample } from '../model-server/draw-sample.js'
import type { Drawn, Finished } from '../model-server/drawn.js'
import type { ModelServer } from '../model-server/model-server.js'

/** The most requests in which refusals are narrowed down. */
const MOST_REQUESTS = 24

/** An error that names more parameters than this repeats the request rather than telling what is wrong. */
const MOST_NAMED = 4

/** How an error names each parameter. */
const NAMED = new Map(
  RequestParameter.options.map((parameter) => [parameter, new RegExp(`\\b${parameter}\\b`, 'i')] as const),
)

/** A parameter that a server refuses, and what it said. */
interface RefusedParameter {
  readonly parameter: RequestParameter
  readonly why: string
}

/** The first answer of a server, the parameters it refuses, and how many tokens were delivered. */
export interface FirstAnswer {
  readonly answer: Finished
  readonly delivered: number
  readonly refused: readonly RefusedParameter[]
  readonly requests: number
}

/**
 * Asks a server with every parameter a sample may have, and leaves out what it refuses until it answers: first what its
 * error names, then one parameter after another. Leaves the server's parameters as they were found. Throws an Error
 * that says what to do if it does not answer even the plainest request.
 */
export async function findRefused(ask: PreflightAsk): Promise<FirstAnswer> {
  const search = new Search(ask)
  ask.server.parameters.refuse([])
  let drawn = await search.ask()
  while (drawn.kind === 'rejected') {
    const named = search.namedIn(drawn.message)
    if (named.length === 0 || named.length > MOST_NAMED) break
    search.refuse(named, drawn.message)
    drawn = await search.ask()
  }
  if (drawn.kind === 'rejected') drawn = await search.oneByOne(drawn.message)
  if (drawn.kind !== 'finished') throw new Error(whyNone(drawn))
  return { answer: drawn, delivered: search.delivered, refused: search.refused, requests: search.requests }
}

/** Says why a preflight got no answer. */
export function whyNone(drawn: Exclude<Drawn, { kind: 'finished' }>): string {
  switch (drawn.kind) {
    case 'rejected':
      return `the model server refuses even a plain request: ${drawn.message}`
    case 'fault':
      return `the model server does not answer a test request: ${drawn.message}`
    case 'misconfigured':
      return drawn.message
    case 'aborted':
      return 'the model server did not answer the check in time, or its rate limit allowed none'
  }
}

class Search {
  readonly #refused = new Map<RequestParameter, string>()
  #requests = 0
  #delivered = 0

  constructor(private readonly of: PreflightAsk) {}

  get refused(): RefusedParameter[] {
    return [...this.#refused].map(([parameter, why]) => ({ parameter, why }))
  }

  get requests(): number {
    return this.#requests
  }

  /** Tokens that the latest answer delivered. */
  get delivered(): number {
    return this.#delivered
  }

  async ask(tokens?: number): Promise<Drawn> {
    if (this.#requests >= MOST_REQUESTS) return { kind: 'rejected', status: 400, message: 'too many refusals' }
    this.#requests += 1
    this.#delivered = 0
    const count = (delivered: number) => (this.#delivered = delivered)
    const request = preflightRequest(this.of, 0, { count, ...(tokens === undefined ? {} : { tokens }) })
    return drawSample(this.of.server, request, this.of.signal)
  }

  /** The parameters sent that an error names. */
  namedIn(message: string): RequestParameter[] {
    const named = RequestParameter.options.filter(
      (parameter) => !this.#refused.has(parameter) && NAMED.get(parameter)?.test(message) === true,
    )
    // Too many alternatives are refused by naming the log-probabilities: fewer are tried before none.
    return named.includes('logprobs') && !this.#refused.has('top_logprobs')
      ? [...named.filter((parameter) => parameter !== 'logprobs' && parameter !== 'top_logprobs'), 'top_logprobs']
      : named
  }

  refuse(parameters: readonly RequestParameter[], why: string): void {
    for (const parameter of parameters) this.#refused.set(parameter, why)
    this.of.server.parameters.refuse(this.#refused.keys())
  }

  /** Starts from the plainest request, and adds one parameter after another. */
  async oneByOne(why: string): Promise<Drawn> {
    this.refuse(RequestParameter.options, why)
    const plain = await this.ask(1)
    if (plain.kind !== 'finished') return plain
    for (const parameter of RequestParameter.options) {
      this.#allow(parameter)
      const drawn = await this.ask(1)
      if (drawn.kind === 'rejected') this.refuse([parameter], drawn.message)
      else if (drawn.kind !== 'finished') return drawn
    }
    return this.ask()
  }

  #allow(parameter: RequestParameter): void {
    this.#refused.delete(parameter)
    this.of.server.parameters.refuse(this.#refused.keys())
  }
}

/** Begins the request id of every preflight, by which a server's log tells it from an evaluation's calls. */
const PREFLIGHT_ID = 'preflight'

/** Few enough to take a moment, many enough that two draws are never equal by chance. */
const TOKENS = 24

/** Answers to it are improbable one by one, whatever the model: other seeds must give other texts. */
const PROMPT = 'Write a hundred random English words in one line, without any order or meaning. Do not explain them.'

/** Sent to learn whether the server takes stop sequences. */
const NEVER_WRITTEN = '\u{E000}cges\u{E001}'

/** Sampling with nothing taken away: the log-probabilities are those of the draw itself. */
const SAMPLING: Sampling = { ...DEFAULT_SAMPLING, temperature: 1, topP: 1, maxTokens: TOKENS, stop: [NEVER_WRITTEN] }

/** The first of the seeds in a row: remainders of neighbours differ for any divisor, as some servers use only part of a seed. */
const FIRST_SEED = 1_764_000_017

/** What is asked of a server in a preflight. */
export interface PreflightAsk {
  readonly server: ModelServer
  readonly model: string
  /** Whether the server is a simulator that makes up answers, as it says itself. */
  readonly inventsAnswers?: boolean
  readonly signal: AbortSignal
}

/** Builds a request that asks for everything a sample may need, with the nth seed. */
export function preflightRequest(
  { server, model }: PreflightAsk,
  nth: number,
  { tokens = TOKENS, count }: { readonly tokens?: number; readonly count?: (tokens: number) => void } = {},
): SampleRequest {
  return {
    requestId: `${PREFLIGHT_ID}/${nth}/${Date.now()}`,
    model,
    prompt: PROMPT,
    seed: FIRST_SEED + nth,
    sampling: { ...SAMPLING, maxTokens: tokens },
    topLogprobs: SELF_CERTAINTY_TOP,
    context: null,
    deadlineMs: server.silenceMs(false) + DEADLINE_MS,
    ...(count === undefined ? {} : { generated: count }),
  }
}

/** Beyond the silence that a server is allowed, for the few tokens. */
const DEADLINE_MS = 60_000

import type { z } from 'zod'
import { tokenize } from '../answers/tokenize.js'
import type { Accepted, Served, WantedChoice } from './accepted.js'
import { MAX_LOGPROBS, type SamplingFields } from './sampling-fields.js'
import { badRequest, unknownModel, type WireError } from './wire-error.js'

/** What one endpoint reads differently from the other. */
export interface Reading {
  readonly endpoint: Accepted['endpoint']
  readonly prompts: readonly { readonly text: string; readonly tokenIds: readonly number[] }[]
  readonly maxTokens: number | null
  readonly logprobs: number | null
  readonly includeReasoning: boolean
}

/** Parses a body by its schema, or says in vLLM's form what is wrong with it. */
export function parseBody<Body>(text: string, schema: z.ZodType<Body>): { body: Body } | WireError {
  const json = parseJson(text)
  if (json === undefined) return badRequest('The request body is not valid JSON.')
  const parsed = schema.safeParse(json)
  if (parsed.success) return { body: parsed.data }
  const [issue] = parsed.error.issues
  const param = issue?.path.join('.') ?? ''
  return badRequest(`${param}: ${issue?.message ?? 'invalid'}`, param === '' ? null : param)
}

/** Turns a well-formed body into what is drawn, or says in vLLM's words why it cannot be answered. */
export function acceptRequest(body: SamplingFields, reading: Reading, served: Served): Accepted | WireError {
  if (body.model && body.model !== served.model) return unknownModel(body.model)
  const priority = body.priority ?? 0
  if (priority !== 0 && !served.priorities) {
    return badRequest(`Got priority ${priority} but Priority scheduling is not enabled.`, 'priority')
  }
  const wanted: WantedChoice[] = []
  for (const { text, tokenIds } of reading.prompts) {
    const maxTokens = reading.maxTokens ?? served.maxModelLen - tokenIds.length
    const tooLong = checkLength(maxTokens, tokenIds.length, served)
    if (tooLong !== null) return tooLong
    const ask = { prompt: text, temperature: body.temperature ?? 1, sampling: spell(body, maxTokens), maxTokens }
    for (let child = 0; child < (body.n ?? 1); child += 1) {
      wanted.push({ ask: { ...ask, seed: seedOf(body, child) }, promptTokenIds: tokenIds })
    }
  }
  return {
    endpoint: reading.endpoint,
    wanted,
    logprobs: reading.logprobs === -1 ? MAX_LOGPROBS : reading.logprobs,
    stops: typeof body.stop === 'string' ? [body.stop] : (body.stop ?? []),
    includeStop: body.include_stop_str_in_output ?? false,
    includeReasoning: reading.includeReasoning,
    returnTokenIds: body.return_token_ids ?? false,
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    priority,
    requestId: body.request_id ?? null,
  }
}

/** Gives the token ids of a text. */
export function idsOf(text: string): number[] {
  return tokenize(text).map(({ id }) => id)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The children of one request draw with seeds in a row. */
function seedOf({ seed }: SamplingFields, child: number): number | null {
  return seed === undefined || seed === null || seed < 0 ? null : seed + child
}

/** Spells the parameters that change what is drawn, missing ones as the value they default to. */
function spell(body: SamplingFields, maxTokens: number): string {
  const topK = body.top_k === -1 ? 0 : (body.top_k ?? 0)
  const penalties = [body.repetition_penalty ?? 1, body.presence_penalty ?? 0, body.frequency_penalty ?? 0]
  return [body.temperature ?? 1, body.top_p ?? 1, topK, body.min_p ?? 0, ...penalties, maxTokens].join(' ')
}

function checkLength(maxTokens: number, promptTokens: number, { maxModelLen }: Served): WireError | null {
  if (maxTokens > maxModelLen) {
    const limit = `the model's context length is only ${maxModelLen} tokens`
    return badRequest(`max_tokens=${maxTokens} cannot be greater than max_model_len: ${limit}.`, 'max_tokens')
  }
  if (maxTokens < 1 || promptTokens + maxTokens > maxModelLen) {
    const message =
      `You passed ${promptTokens} input tokens and requested ${Math.max(0, maxTokens)} output tokens. However, the ` +
      `model's context length is only ${maxModelLen} tokens, so shorten the prompt or request fewer output tokens.`
    return badRequest(message, 'input_tokens')
  }
  return null
}

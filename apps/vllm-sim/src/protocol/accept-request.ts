import type { z } from 'zod'
import type { ModelAsk } from '../answers/responder.js'
import type { Prompt } from '../answers/tokenizer.js'
import type { Accepted, Served, WantedChoice } from './accepted.js'
import { MAX_LOGPROBS, type SamplingFields } from './sampling-fields.js'
import { badRequest, unknownModel, type WireError } from './wire-error.js'

interface Limit {
  readonly field: 'max_tokens' | 'max_completion_tokens'
  readonly tokens: number
}

/** The differences between the two endpoints. */
export interface Reading {
  readonly endpoint: Accepted['endpoint']
  readonly prompts: readonly Prompt[]
  /** The requested token limit and its field; null if there is none. */
  readonly limit: Limit | null
  readonly logprobs: number | null
  readonly includeReasoning: boolean
}

/** Parses a body by its schema, or returns vLLM's error for it. */
export function parseBody<Body>(text: string, schema: z.ZodType<Body>): { body: Body } | WireError {
  const json = parseJson(text)
  if (json === undefined) return badRequest('The request body is not valid JSON.')
  const parsed = schema.safeParse(json)
  if (parsed.success) return { body: parsed.data }
  const [issue] = parsed.error.issues
  const param = issue?.path.join('.') ?? ''
  return badRequest(`${param}: ${issue?.message ?? 'invalid'}`, param === '' ? null : param)
}

/** Converts a valid body to the choices to draw, or returns vLLM's error if it cannot be answered. */
export function acceptRequest(body: SamplingFields, reading: Reading, served: Served): Accepted | WireError {
  if (body.model && body.model !== served.model) return unknownModel(body.model, served.model)
  const logprobs = reading.logprobs === -1 ? MAX_LOGPROBS : reading.logprobs
  const alternatives = logprobs ?? 0
  const wanted: WantedChoice[] = []
  for (const { text, tokenIds } of reading.prompts) {
    const tooLong = checkLength(reading.limit, tokenIds.length, served)
    if (tooLong !== null) return tooLong
    // The answer gets what fits after the prompt; only more than the whole context is refused.
    const maxTokens = Math.min(reading.limit?.tokens ?? Infinity, served.maxModelLen - tokenIds.length)
    const ask = { prompt: text, promptTokenIds: tokenIds, ...samplingOf(body, maxTokens), alternatives }
    for (let child = 0; child < (body.n ?? 1); child += 1) {
      wanted.push({ ask: { ...ask, seed: seedOf(body, child) } })
    }
  }
  return {
    endpoint: reading.endpoint,
    wanted,
    logprobs,
    stops: typeof body.stop === 'string' ? [body.stop] : (body.stop ?? []),
    includeStop: body.include_stop_str_in_output ?? false,
    includeReasoning: reading.includeReasoning,
    returnTokenIds: body.return_token_ids ?? false,
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    priority: served.priorities ? (body.priority ?? 0) : 0,
    requestId: body.request_id ?? null,
  }
}

/** Refuses a text that cannot fit, whatever its tokens are, before tokenising it. */
export function checkCharacters(texts: readonly string[], { maxModelLen, tokenizer }: Served): WireError | null {
  const most = maxModelLen * tokenizer.longestToken
  const tooLong = texts.find((text) => text.length > most)
  if (tooLong === undefined) return null
  const message =
    `You passed ${tooLong.length} input characters. However, the model's context length is only ${maxModelLen} tokens ` +
    `(at most ${most} characters). Please reduce the length of the input prompt.`
  return badRequest(message, 'input_text')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The children of one request have consecutive seeds. */
function seedOf({ seed }: SamplingFields, child: number): number | null {
  return seed === undefined || seed === null || seed < 0 ? null : seed + child
}

/** Collects the parameters that change what is drawn, with their defaults, as text. */
function samplingOf(
  body: SamplingFields,
  maxTokens: number,
): Omit<ModelAsk, 'prompt' | 'promptTokenIds' | 'seed' | 'alternatives'> {
  const temperature = body.temperature ?? 1
  const topP = body.top_p ?? 1
  const minP = body.min_p ?? 0
  const topK = body.top_k === -1 ? 0 : (body.top_k ?? 0)
  const repetition = body.repetition_penalty ?? 1
  const presence = body.presence_penalty ?? 0
  const frequency = body.frequency_penalty ?? 0
  const sampling = [temperature, topP, topK, minP, repetition, presence, frequency, maxTokens].join(' ')
  const isPenalised = repetition !== 1 || presence !== 0 || frequency !== 0
  return { temperature, topP, topK, minP, isPenalised, sampling, maxTokens }
}

function checkLength(limit: Limit | null, promptTokens: number, { maxModelLen }: Served): WireError | null {
  if (limit !== null && limit.tokens > maxModelLen) {
    const { field, tokens } = limit
    const said = `${field}=${tokens} cannot be greater than max_model_len=${maxModelLen}. Please request fewer output tokens.`
    return badRequest(`${said} (parameter=${field}, value=${tokens})`, field)
  }
  return promptTokens < maxModelLen ? null : tooLongPrompt(maxModelLen)
}

/** vLLM stops counting one token past the context. */
function tooLongPrompt(maxModelLen: number): WireError {
  const message =
    `This model's maximum context length is ${maxModelLen} tokens. However, your prompt contains at least ` +
    `${maxModelLen + 1} input tokens, which exceeds this limit even without any output tokens. Please reduce the ` +
    `length of the input prompt. (parameter=input_tokens, value=${maxModelLen + 1})`
  return badRequest(message, 'input_tokens')
}

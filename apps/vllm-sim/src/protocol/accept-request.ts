import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Ask, ModelAsk } from '../answers/responder.js'
import type { Prompt, Tokenizer } from '../answers/tokenizer.js'
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
  /** The function that answers call in place of telling, and its argument; null if none is offered. */
  readonly tool: OfferedTool | null
}

export interface OfferedTool {
  readonly name: string
  readonly argument: string
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
    tool: reading.tool,
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

/** The limits and settings of the server that parses a request. */
export interface Served {
  readonly model: string
  readonly maxModelLen: number
  readonly tokenizer: Tokenizer
  /** Whether requests may carry a priority. */
  readonly priorities: boolean
}

/** One choice to draw. */
interface WantedChoice {
  readonly ask: ModelAsk
}

/** A request that can be answered, in the terms both endpoints share. */
export interface Accepted {
  readonly endpoint: 'chat' | 'text'
  /** In the order of their indices; several for `n` above 1 or several prompts. */
  readonly wanted: readonly WantedChoice[]
  /** How many alternatives to return with each token's log-probability; null if none were requested. */
  readonly logprobs: number | null
  readonly stops: readonly string[]
  readonly includeStop: boolean
  readonly includeReasoning: boolean
  readonly tool: OfferedTool | null
  readonly returnTokenIds: boolean
  readonly stream: boolean
  readonly includeUsage: boolean
  readonly priority: number
  readonly requestId: string | null
}

/** The most alternatives per token unless started with another `--max-logprobs`. */
export const MAX_LOGPROBS = 20

/** The fields shared by both kinds of completion, as vLLM parses them. */
export const SAMPLING_FIELDS = {
  model: z.string().nullish(),
  n: z.int().min(1).max(128).nullish(),
  seed: z.int().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  top_k: z.int().min(-1).nullish(),
  min_p: z.number().min(0).max(1).nullish(),
  repetition_penalty: z.number().gt(0).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  max_tokens: z.int().min(1).nullish(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1, 'stop cannot contain an empty string.'))]).nullish(),
  include_stop_str_in_output: z.boolean().nullish(),
  return_token_ids: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  priority: z.int().nullish(),
  request_id: z.string().nullish(),
}

const SamplingFields = z.looseObject(SAMPLING_FIELDS)
type SamplingFields = z.infer<typeof SamplingFields>

/** Stream options belong to a stream alone. */
export function hasStreamForOptions(body: SamplingFields): boolean {
  return !body.stream_options || body.stream === true
}

export const STREAM_OPTIONS_ALONE = {
  message: 'Stream options can only be defined when `stream=True`.',
  path: ['stream_options'],
}

/** Without randomness every choice would be the same. */
export function oneWhereGreedy(body: SamplingFields): boolean {
  return body.temperature !== 0 || (body.n ?? 1) === 1
}

export const GREEDY_MANY = { message: 'n must be 1 when using greedy sampling', path: ['n'] }

/** Names a request without a name, deterministically. */
export function requestHash(model: string, ask: Ask | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([model, ask]))
    .digest('hex')
    .slice(0, 32)
}

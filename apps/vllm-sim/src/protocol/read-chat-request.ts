import type { Ask } from '../answers/responder.js'
import { tokenize } from '../answers/tokenize.js'
import { ChatRequest } from './chat-request.js'
import { badRequest, unknownModel, type WireError } from './wire-error.js'

/** What the chat template of a model adds around a message, in tokens. */
const TOKENS_AROUND = 9

/** The limits of the model served. */
type Served = { readonly model: string; readonly maxModelLen: number }

export type Accepted = {
  readonly ask: Ask
  readonly promptTokenIds: readonly number[]
  readonly logprobs: boolean
  readonly returnTokenIds: boolean
  readonly stream: boolean
  readonly includeUsage: boolean
  readonly requestId: string | null
}

/** Reads the body of a chat completion, or says in vLLM's words why it cannot be answered. */
export function readChatRequest(text: string, served: Served): Accepted | WireError {
  const json = parseJson(text)
  if (json === undefined) return badRequest('The request body is not valid JSON.')
  const parsed = ChatRequest.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const param = issue?.path.join('.') ?? ''
    return badRequest(`${param}: ${issue?.message ?? 'invalid'}`, param === '' ? null : param)
  }
  const body = parsed.data
  if (body.model && body.model !== served.model) return unknownModel(body.model)
  const prompt = promptOf(body)
  if (prompt === '') return badRequest('The prompt is empty.', 'messages')
  const promptTokenIds = [...Array.from({ length: TOKENS_AROUND }, (_, at) => 151_644 - at), ...idsOf(prompt)]
  const room = served.maxModelLen - promptTokenIds.length
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? room
  const tooLong = checkLength(maxTokens, promptTokenIds.length, served)
  if (tooLong !== null) return tooLong
  return {
    ask: {
      prompt,
      seed: seedOf(body),
      temperature: body.temperature ?? 1,
      sampling: spell(body, maxTokens),
      maxTokens,
    },
    promptTokenIds,
    logprobs: body.logprobs ?? false,
    returnTokenIds: body.return_token_ids ?? false,
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    requestId: body.request_id ?? null,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function promptOf({ messages }: ChatRequest): string {
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n'),
  )
  return texts.join('\n')
}

function idsOf(prompt: string): number[] {
  return tokenize(prompt).map(({ id }) => id)
}

function seedOf({ seed }: ChatRequest): number | null {
  return seed === undefined || seed === null || seed < 0 ? null : seed
}

/** Spells the parameters that change what is drawn, missing ones as the value they default to. */
function spell(body: ChatRequest, maxTokens: number): string {
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

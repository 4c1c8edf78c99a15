import { type ChatMessage, type Sampling, TokenCount } from '@cges-fleet/core'
import { request as send } from 'undici'
import { z } from 'zod'
import type { EngineKind } from '../engines/engine-kind.js'
import type { ModelServer } from './model-server.js'
import { readWithin } from './read-limits.js'
import type { Watched } from './token-log.js'

/**
 * Builds the body of a completion with every sampling field explicit, since an omitted one would fall back to the
 * server's settings and change the answers silently. Parameters that the server refuses are left out.
 */
export function completionRequest(
  request: SampleRequest,
  server: Pick<ModelServer, 'endpoint' | 'topLogprobs' | 'parameters' | 'engine'>,
): Record<string, unknown> {
  const { endpoint, parameters, engine } = server
  const body = wholeRequest(request, endpoint, alternatives(request, server))
  if (request.sampling.topK === 0) body['top_k'] = engine.kind.allTokens
  for (const parameter of parameters.refused) delete body[parameter]
  if (!hasLogprobs(request, server)) delete body['logprobs']
  if (!('logprobs' in body)) delete body['top_logprobs']
  if (!parameters.takes('max_completion_tokens')) body['max_tokens'] = request.sampling.maxTokens
  return { ...request.extra, ...renamed(body, engine.kind), ...engine.kind.always }
}

/** Whether log-probabilities are requested. */
function hasLogprobs({ extra }: SampleRequest, { parameters, engine }: Pick<ModelServer, 'parameters' | 'engine'>) {
  return parameters.takes('logprobs') && (extra?.['tools'] === undefined || engine.kind.logprobsBesideTools)
}

function renamed(body: Readonly<Record<string, unknown>>, { parameters }: EngineKind): Record<string, unknown> {
  const names: Readonly<Record<string, string | null | undefined>> = parameters
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]))
}

function wholeRequest(request: SampleRequest, endpoint: ModelServer['endpoint'], top: number): Record<string, unknown> {
  const { sampling } = request
  return {
    model: request.model,
    ...(endpoint === 'chat' ? chatFields(request, top) : textFields(request, top)),
    n: 1,
    seed: request.seed,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    min_p: sampling.minP,
    repetition_penalty: sampling.repetitionPenalty,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    ...(sampling.stop.length === 0 ? {} : { stop: sampling.stop }),
    return_token_ids: true,
    stream: true,
    stream_options: { include_usage: true },
    request_id: request.requestId,
  }
}

/** How many of the likeliest tokens are requested at every place. */
export function alternatives(
  request: Pick<SampleRequest, 'topLogprobs'>,
  { topLogprobs, parameters, engine }: Pick<ModelServer, 'topLogprobs' | 'parameters' | 'engine'>,
): number {
  if (!parameters.takes('top_logprobs')) return 0
  return Math.max(engine.kind.fewestTop, topLogprobs, request.topLogprobs ?? 0)
}

/** The prompt as a chat. */
function chatMessages({ system, prompt, messages }: PromptParts): readonly object[] {
  if (messages !== undefined) return messages
  return [...(system === undefined ? [] : [{ role: 'system', content: system }]), { role: 'user', content: prompt }]
}

/** The prompt as text for the model to continue. */
function textPrompt({ system, prompt, messages }: PromptParts): string {
  if (messages !== undefined) return messages.map(({ content }) => content).join('\n\n')
  return system === undefined ? prompt : `${system}\n\n${prompt}`
}

type PromptParts = Pick<SampleRequest, 'system' | 'prompt' | 'messages'>

function chatFields(request: SampleRequest, topLogprobs: number): Record<string, unknown> {
  return {
    messages: chatMessages(request),
    max_completion_tokens: request.sampling.maxTokens,
    logprobs: true,
    top_logprobs: topLogprobs,
  }
}

function textFields(request: SampleRequest, topLogprobs: number): Record<string, unknown> {
  return {
    prompt: textPrompt(request),
    max_tokens: request.sampling.maxTokens,
    logprobs: topLogprobs,
  }
}

/** A request to a model server for one answer, with everything that determines it. */
export type SampleRequest = {
  /** Identifies the attempt in the server's log, such as `trial/index/fence`. */
  readonly requestId: string
  readonly model: string
  /** A system message before the prompt, if there is one. */
  readonly system?: string
  readonly prompt: string
  /** A whole conversation in place of system message and prompt; left out if there is none. */
  readonly messages?: readonly ChatMessage[]
  /** Parameters beside `sampling`, sent as they are; those of this program go before them. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly seed: number
  readonly sampling: Sampling
  /** How many of the likeliest tokens are wanted at every place; none unless given. */
  readonly topLogprobs?: number
  /** How its confidence is followed, and where it may be ended early; left out if neither. */
  readonly watched?: Watched
  /** The most tokens the prompt and its answer have together, which may shorten the answer; null if unknown. */
  readonly context: number | null
  /** Time limit of the whole answer, from the moment of the request. */
  readonly deadlineMs: number
  /** Called with the number of tokens so far, whenever more arrive. */
  readonly generated?: (tokens: number) => void
}

const COUNT_TIMEOUT_MS = 10_000

/** Upper bound of what a chat template adds around a prompt, in tokens. */
const MOST_AROUND = 1024

/** The server lists the tokens besides counting them. */
const LONGEST_LIST_BYTES = 16_777_216

const Tokenized = z.object({ count: TokenCount })

/**
 * Returns how many tokens an answer may have: the requested limit, or what the pool's context leaves after the prompt
 * if that is less, since vLLM refuses a request that does not fit as a whole. The server counts the prompt's tokens,
 * but only if its length in bytes, at least one per token, leaves it open; a server that cannot count is asked for the
 * requested limit. Throws if the server does not answer: it would refuse for good what a busy moment made too long.
 */
export async function answerRoom(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<number> {
  const { context, sampling } = request
  const wanted = sampling.maxTokens
  if (context === null || !server.engine.kind.tokenizes || mostTokens(request) + wanted <= context) return wanted
  const prompt = await countTokens(server, request, signal)
  // A prompt that fills the context is still sent: the server's own error explains it best.
  return prompt === null ? wanted : Math.min(wanted, Math.max(1, context - prompt))
}

/** Functions offered, and calls of them, are part of the prompt. */
function mostTokens({ system = '', prompt, messages = [], extra = {} }: SampleRequest): number {
  const called = [extra['tools'], ...messages.map((each) => each.tool_calls)].filter((each) => each !== undefined)
  const texts = [
    system,
    prompt,
    ...messages.map(({ content }) => content),
    ...called.map((each) => JSON.stringify(each)),
  ]
  return MOST_AROUND * Math.max(1, messages.length) + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

async function countTokens(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<number | null> {
  const { tools } = request.extra ?? {}
  const chat = { messages: chatMessages(request), ...(tools === undefined ? {} : { tools }) }
  const prompt = server.endpoint === 'chat' ? chat : { prompt: textPrompt(request) }
  const response = await send(`${server.url}/tokenize`, {
    method: 'POST',
    dispatcher: server.agent,
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ model: request.model, ...prompt }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(COUNT_TIMEOUT_MS)]),
  })
  const text = await readWithin(response.body, LONGEST_LIST_BYTES)
  return response.statusCode === 200 && text !== null ? countIn(text) : null
}

function countIn(text: string): number | null {
  try {
    return Tokenized.parse(JSON.parse(text)).count
  } catch {
    return null
  }
}

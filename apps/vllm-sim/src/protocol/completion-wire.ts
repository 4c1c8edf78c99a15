import type { Answer } from '../answers/responder.js'
import { END_OF_TURN, type Token } from '../answers/tokenize.js'
import type { Accepted } from './read-chat-request.js'

/** Never the time: one request gets the same bytes whenever it is asked. */
const CREATED = 1_700_000_000

export type Reply = { readonly id: string; readonly model: string; readonly request: Accepted; readonly answer: Answer }

/** The part of an answer that one event carries: tokens `from` up to, not including, `to`. */
export type Span = { readonly from: number; readonly to: number }

/** Writes the event that opens a stream: the role, and the prompt's token ids if they were asked for. */
export function roleEvent({ id, model, request }: Reply): string {
  const choice = { index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }
  const ids = request.returnTokenIds ? { prompt_token_ids: request.promptTokenIds } : {}
  return event({ ...chunk(id, model), choices: [choice], ...ids })
}

/** Writes the event that carries some of the answer's tokens; the last one also says how the answer ended. */
export function deltaEvent(reply: Reply, { from, to }: Span): string {
  const { id, model, answer } = reply
  const tokens = answer.tokens.slice(from, to)
  const isLast = to >= answer.tokens.length
  const choice = {
    index: 0,
    delta: { content: textOf(tokens) },
    finish_reason: isLast ? answer.finish : null,
    ...(isLast ? { stop_reason: null } : {}),
    ...tokenIds(reply, tokens),
  }
  const choiceText = withField(choice, 'logprobs', logprobsText(reply, { from, to }))
  return `data: ${withField(chunk(id, model), 'choices', `[${choiceText}]`)}\n\n`
}

/** Writes the events that close a stream: the usage if it was asked for, and the end mark. */
export function endEvents(reply: Reply): string {
  const { id, model, request } = reply
  const usage = request.includeUsage ? event({ ...chunk(id, model), choices: [], usage: usageOf(reply) }) : ''
  return `${usage}data: [DONE]\n\n`
}

/** Writes the whole answer as one JSON document, for a request that does not stream. */
export function wholeAnswer(reply: Reply): string {
  const { id, model, request, answer } = reply
  const choice = {
    index: 0,
    message: { role: 'assistant', content: textOf(answer.tokens), reasoning: null },
    finish_reason: answer.finish,
    stop_reason: null,
    ...tokenIds(reply, answer.tokens),
  }
  const choiceText = withField(choice, 'logprobs', logprobsText(reply, { from: 0, to: answer.tokens.length }))
  const whole = {
    id,
    object: 'chat.completion',
    created: CREATED,
    model,
    system_fingerprint: null,
    usage: usageOf(reply),
    prompt_logprobs: null,
    prompt_token_ids: request.returnTokenIds ? request.promptTokenIds : null,
  }
  return withField(whole, 'choices', `[${choiceText}]`)
}

function chunk(id: string, model: string): object {
  return { id, object: 'chat.completion.chunk', created: CREATED, model }
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token === END_OF_TURN ? '' : token.text)).join('')
}

function tokenIds({ request, answer }: Reply, tokens: readonly Token[]): object {
  return request.returnTokenIds && answer.hasTokenIds ? { token_ids: tokens.map(({ id }) => id) } : {}
}

function logprobsText({ request, answer }: Reply, { from, to }: Span): string {
  const { logprobs, tokens } = answer
  if (!request.logprobs || logprobs === null) return 'null'
  const entries = tokens.slice(from, to).map((token, place) => {
    const { before, after } = spelt(token)
    return `${before}${logprobs[from + place]}${after}`
  })
  return `{"content":[${entries.join(',')}]}`
}

// Log-probabilities are nearly all that is sent, and tokens recur: each is spelt as JSON once.
const spellings = new WeakMap<Token, { readonly before: string; readonly after: string }>()

function spelt(token: Token): { readonly before: string; readonly after: string } {
  const known = spellings.get(token)
  if (known !== undefined) return known
  const bytes = JSON.stringify([...Buffer.from(token.text)])
  const before = `{"token":${JSON.stringify(token.text)},"logprob":`
  const spelling = { before, after: `,"bytes":${bytes},"top_logprobs":[]}` }
  spellings.set(token, spelling)
  return spelling
}

/** Writes a JSON object with one more field whose value is JSON already. */
function withField(object: object, name: string, json: string): string {
  return `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`
}

function usageOf({ request, answer }: Reply): object {
  const [prompt, completion] = [request.promptTokenIds.length, answer.tokens.length]
  return { prompt_tokens: prompt, total_tokens: prompt + completion, completion_tokens: completion }
}

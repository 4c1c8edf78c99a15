import { seededRandom } from '@cges-fleet/methods'
import type { Alternative, Answer, Draft, Write } from '../answers/responder.js'
import { END_OF_THINKING, type Token, tokenize } from '../answers/tokenizer.js'
import type { Accepted } from './accept-request.js'

/** Never the time: one request gets the same bytes whenever it is sent. */
export const CREATED = 1_700_000_000

/** A complete answer to a request: its choices and its id. */
export interface Reply {
  readonly id: string
  readonly model: string
  /** The value of vLLM's version and build. */
  readonly fingerprint: string
  readonly request: Accepted
  /** Takes no time, whatever the server's pace. */
  readonly isInstant?: boolean
  readonly choices: readonly Choice[]
}

/** An endpoint's response format. */
export interface Wire {
  /** The event that opens a choice's stream; empty if the endpoint has none. */
  open(reply: Reply, choice: Choice): string
  /** The event that carries some of a choice's tokens; the last one also has its finish reason. */
  delta(reply: Reply, choice: Choice, span: Span): string
  /** The event with the token counts, if requested, and the end mark. */
  end(reply: Reply, mark: boolean): string
  /** The whole reply as one JSON document, for a request that does not stream. */
  whole(reply: Reply): string
}

/** Writes one event of a stream. */
export function event(json: string): string {
  return `data: ${json}\n\n`
}

/** Formats the events that close a stream whose chunks begin with these fields. */
export function endEvents(reply: Reply, head: object, mark: boolean): string {
  const usage = reply.request.includeUsage
    ? event(JSON.stringify({ ...head, choices: [], usage: usageOf(reply), system_fingerprint: reply.fingerprint }))
    : ''
  return mark ? `${usage}data: [DONE]\n\n` : usage
}

/** Counts the tokens of a reply; a prompt drawn from several times counts once. */
export function usageOf({ request, choices }: Reply): object {
  const prompts = new Set(request.wanted.map(({ ask }) => ask.promptTokenIds))
  const prompt = [...prompts].reduce((sum, ids) => sum + ids.length, 0)
  const completion = choices.reduce((sum, { tokens }) => sum + tokens.length, 0)
  return { prompt_tokens: prompt, total_tokens: prompt + completion, completion_tokens: completion }
}

/** Serialises an object with one more field whose value is JSON already. */
export function withField(object: object, name: string, json: string): string {
  return `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`
}

/** Returns the token ids of a span, if they were requested and are meaningful. */
export function tokenIds({ request }: Reply, choice: Choice, { from, to }: Span): object {
  return request.returnTokenIds && choice.hasTokenIds
    ? { token_ids: choice.tokens.slice(from, to).map(({ id }) => id) }
    : {}
}

export type FinishReason = 'stop' | 'length' | 'abort' | 'error' | 'repetition' | 'content_filter'

/** One answer as it is sent: cut at a stop string, with the offset of each token in its text. */
export interface Choice {
  readonly index: number
  readonly promptTokenIds: readonly number[]
  readonly tokens: readonly Token[]
  readonly logprobs: readonly number[] | null
  /** Null if they are made up. */
  readonly alternatives: readonly (readonly Alternative[])[] | null
  readonly hasTokenIds: boolean
  /** Null while it is being generated. */
  readonly finish: FinishReason | null
  readonly stopReason: string | null
  /** Tokens before this one are thinking; the last of them ends it and has no text of its own. */
  readonly thinking: number
  /** The text spelt by all tokens, thinking included, cut at a stop string. */
  readonly text: string
  /** The offset of each token in the text, and the end of the last. */
  readonly starts: readonly number[]
  /** How to generate it, if it is not complete from the start. */
  readonly write?: Write
}

/** The part of an answer carried by one event: tokens `from` up to, not including, `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Builds a request's choice from an answer: ended by the first of its stop strings, as vLLM ends it. */
export function choiceOf(answer: Answer | Draft, request: Accepted, index: number): Choice {
  const promptTokenIds = request.wanted[index]?.ask.promptTokenIds ?? []
  const starts = startsOf(answer.tokens)
  const text = answer.tokens.map(visible).join('')
  const whole = {
    index,
    promptTokenIds,
    tokens: answer.tokens,
    logprobs: answer.logprobs,
    alternatives: 'alternatives' in answer ? answer.alternatives : null,
    hasTokenIds: answer.hasTokenIds,
    finish: answer.finish,
    stopReason: null,
    thinking: answer.thinking ?? 0,
    text,
    starts,
  }
  const stop = firstStop(text, request.stops)
  if (stop === null) return whole
  const end = stop.at + stop.text.length
  const cut = cutChoice(whole, starts.findIndex((_, token) => (starts[token + 1] ?? Infinity) >= end) + 1)
  return { ...cut, finish: 'stop', stopReason: stop.text, text: text.slice(0, request.includeStop ? end : stop.at) }
}

/** Keeps only the first tokens of a choice. */
export function cutChoice(choice: Choice, tokens: number): Choice {
  return {
    ...choice,
    tokens: choice.tokens.slice(0, tokens),
    logprobs: choice.logprobs?.slice(0, tokens) ?? null,
    text: choice.text.slice(0, choice.starts[tokens]),
  }
}

/** Tells whether a part of an answer is its end. */
export function isLastPart({ finish, tokens }: Choice, { to }: Span): boolean {
  return finish !== null && to >= tokens.length
}

/** Returns the text of some tokens, thinking separate from content. */
export function spoken(choice: Choice, { from, to }: Span): { readonly reasoning: string; readonly content: string } {
  const { text, starts, thinking } = choice
  const at = (token: number): number => Math.min(text.length, starts[token] ?? text.length)
  const thoughtTo = thinking > 0 && choice.tokens[thinking - 1] === END_OF_THINKING ? thinking - 1 : thinking
  return {
    reasoning: text.slice(at(Math.min(from, thoughtTo)), at(Math.min(to, thoughtTo))),
    content: text.slice(at(Math.max(from, thinking)), at(Math.max(to, thinking))),
  }
}

function visible(token: Token): string {
  return token.isSpecial === true ? '' : token.text
}

function startsOf(tokens: readonly Token[]): number[] {
  let at = 0
  const starts = tokens.map((token) => {
    const start = at
    at += visible(token).length
    return start
  })
  return [...starts, at]
}

function firstStop(text: string, stops: readonly string[]): { at: number; text: string } | null {
  const found = stops.map((stop) => ({ at: text.indexOf(stop), text: stop })).filter(({ at }) => at >= 0)
  return found.toSorted((one, other) => one.at + one.text.length - (other.at + other.text.length))[0] ?? null
}

const WORDS = tokenize(
  ' the of and to a in is that it for was on are as with by be this from have or one had not but what all were when ' +
    'we there can an your which their said if do will each about how up out them then she many some so',
)

/** The likeliest other token gets this share of the remaining probability, the next as much of the rest. */
const FALL = 0.6

/**
 * Lists the likeliest tokens at a position of an answer. The sampled token comes first whatever its probability, as in
 * vLLM: if it is small, the next entry is the likelier one.
 */
export function tokenAlternatives(
  { tokens, logprobs, alternatives }: Choice,
  place: number,
  count: number,
): Alternative[] {
  const token = tokens[place]
  const logprob = logprobs?.[place] ?? 0
  if (count === 0 || token === undefined) return []
  const sampled = { token, logprob }
  const likeliest = alternatives?.[place]
  return likeliest === undefined
    ? madeUp(sampled, count)
    : [sampled, ...likeliest.filter((other) => other.token.id !== token.id)].slice(0, count)
}

/** Makes up other tokens beside a sampled one. */
function madeUp(sampled: Alternative, count: number): Alternative[] {
  const { token, logprob } = sampled
  const random = seededRandom(`alternatives to ${token.id} at ${logprob}`)
  const others = random.shuffle(WORDS.filter(({ id }) => id !== token.id)).slice(0, count - 1)
  let left = Math.max(1e-9, 1 - Math.exp(logprob))
  return [
    sampled,
    ...others.map((other) => {
      const share = left * FALL
      left -= share
      return { token: other, logprob: Number(Math.log(share).toFixed(7)) }
    }),
  ]
}

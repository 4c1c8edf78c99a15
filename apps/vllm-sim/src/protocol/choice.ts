import type { Alternative, Answer, Draft, Write } from '../answers/responder.js'
import { END_OF_THINKING, type Token } from '../answers/tokenize.js'
import type { Accepted } from './accepted.js'

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

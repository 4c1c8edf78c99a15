import type { ServerResponse } from 'node:http'
import type { Fault } from './faults/fault.js'
import { isBreaking } from './faults/faulty-answers.js'
import type { Stages } from './metrics/engine-stats.js'
import { type Choice, cutChoice, type Reply, type Span, type Wire } from './protocol/reply.js'
import type { Running } from './scheduler.js'

/** One reply while it is being sent. */
export interface Play {
  readonly response: ServerResponse
  readonly reply: Reply
  readonly wire: Wire
  readonly fault: Fault | null
  /** Aborts when the reader disconnects. */
  readonly gone: AbortSignal
  /** Aborts then, and when the server ends. */
  readonly stop: AbortSignal
  readonly requestedAt: number
  readonly timeScale: number
  /** Choices that are complete. */
  readonly ended: Choice[]
}

/** One choice in its slot. */
export interface Turn {
  readonly play: Play
  readonly choice: Choice
  /** Null if the server ends before the choice has begun. */
  readonly running: Running | null
  readonly requestedAt: number
  readonly startedAt: number
  cachedTokens: number
  firstTokenAt: number | null
  lastTokenAt: number
}

/** A choice as generated so far, and the tokens to send next. */
export interface Part {
  readonly choice: Choice
  readonly span: Span
}

/** After how many tokens the stream is to break. */
export function breaksAt({ reply, fault }: Play): number {
  const breaks = isBreaking(fault) && (reply.request.stream || fault.kind === 'engine-death')
  return breaks ? fault.afterTokens : Infinity
}

/** Cuts a choice where the server ends it. */
export function abortedAt(choice: Choice, tokens: number): Choice {
  return { ...cutChoice(choice, tokens), finish: 'abort', stopReason: null }
}

/** Returns when a completed choice reached each stage. */
export function stagesOf(turn: Turn, { promptTokenIds, tokens, index }: Choice): Stages {
  const { requestedAt, startedAt, cachedTokens, firstTokenAt, play } = turn
  const endedAt = performance.now()
  return {
    requestedAt,
    startedAt,
    firstTokenAt: firstTokenAt ?? endedAt,
    endedAt,
    promptTokens: promptTokenIds.length,
    cachedTokens,
    tokens: tokens.length,
    preemptions: turn.running?.preemptions ?? 0,
    maxTokens: play.reply.request.wanted[index]?.ask.maxTokens ?? 0,
  }
}

/** Writes a choice's last event and, after the last choice, the events that close the stream. */
export function endChoice(play: Play, choice: Choice, before: string, from: number): Choice {
  const { response, reply, wire, fault } = play
  const text = before + wire.delta(reply, choice, { from, to: choice.tokens.length })
  play.ended.push(choice)
  if (play.ended.length < reply.choices.length) response.write(text)
  else response.end(text + wire.end({ ...reply, choices: play.ended }, fault?.kind !== 'no-done'))
  return choice
}

/** A realistic pace, in milliseconds at a time scale of 1. */
const PREFILL_MS = 25
const PREFILL_PER_TOKEN_MS = 0.05
const PER_TOKEN_MS = 12

/** Events are written no more often than this: in a fast stream each carries several tokens. */
const EVENT_MS = 25
const MOST_TOKENS_PER_EVENT = 4_096

/** Returns the prefill time of a prompt at a time scale, by its uncached tokens; 0 is instant. */
export function prefillMs(uncachedTokens: number, timeScale: number): number {
  return (PREFILL_MS + PREFILL_PER_TOKEN_MS * uncachedTokens) * timeScale
}

/** Returns the decoding time of tokens at a time scale. */
export function decodeMs({ from, to }: Span, timeScale: number): number {
  return (to - from) * PER_TOKEN_MS * timeScale
}

/**
 * Returns how many times longer a token takes while that many choices run, rising linearly from one alone to all slots
 * in use.
 */
export function loadFactor(running: number, slots: number, full: number): number {
  return slots < 2 ? 1 : 1 + ((full - 1) * Math.max(0, running - 1)) / (slots - 1)
}

/** Splits an answer's tokens into the events that carry them at a time scale; an empty one is one event. */
export function spansOf(tokens: number, timeScale: number): Span[] {
  const perToken = PER_TOKEN_MS * timeScale
  const perEvent = perToken === 0 ? MOST_TOKENS_PER_EVENT : Math.max(1, Math.floor(EVENT_MS / perToken))
  const size = Math.min(MOST_TOKENS_PER_EVENT, perEvent)
  const spans = Math.max(1, Math.ceil(tokens / size))
  return Array.from({ length: spans }, (_, at) => ({ from: at * size, to: Math.min(tokens, (at + 1) * size) }))
}

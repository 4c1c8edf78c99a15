import type { Span } from './protocol/choice.js'

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

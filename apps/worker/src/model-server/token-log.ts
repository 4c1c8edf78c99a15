import {
  type EndsBelow,
  FallingTrace,
  lowestGroup,
  type MinimaByWindow,
  tokenCertainty,
  tokenConfidence,
} from '@cges-fleet/methods'

/** What to follow of an answer while it streams. */
export interface Watched {
  /** By how many tokens a group its confidence is followed. */
  readonly windows: readonly number[]
  /** Where it may be ended early; null if it is wanted whole. */
  readonly endsBelow: EndsBelow | null
}

/** Nothing but the tokens. */
export const NOT_WATCHED: Watched = { windows: [], endsBelow: null }

/** vLLM sends minus infinity as this number, since JSON has none. */
const MINUS_INFINITY = -9999

/** How far above 0 rounding may take a log-probability; more is something else, such as a probability. */
const ROUNDING = 0.01

/** The form of tokens from a server that was asked for ids instead of texts. */
const ID_FOR_TEXT = /^token_id:\d+$/u

/** Why an answer has no log-probabilities. */
export type LogprobGap =
  /** None came. */
  | { readonly kind: 'none' }
  /** Some tokens came without a number. */
  | { readonly kind: 'incomplete' }
  /** The server counted more tokens, or fewer, than it sent log-probabilities for. */
  | { readonly kind: 'counts'; readonly logged: number; readonly counted: number }

/** What is known of an answer's tokens, each list in their order. */
export interface Logged {
  /** Natural logarithms in [-Infinity, 0], one per generated token, or null if any is missing. */
  readonly logprobs: Float32Array | null
  /** Why they are missing; null if they are not. */
  readonly gap: LogprobGap | null
  readonly tokenIds: Int32Array | null
  /** Their texts, one per log-probability, or null if any is missing. */
  readonly tokens: readonly string[] | null
  /** How sure the likeliest tokens were at each, or null if too few of them came with any. */
  readonly certainties: Float32Array | null
  /** How its confidence fell from token to token, by window; null if not requested, or if a token lacked data. */
  readonly minima: MinimaByWindow | null
}

/** Servers count the token that ends an answer, or do not; its log-probability comes, or does not. */
const COUNTS_MAY_DIFFER = 1

/**
 * Collects tokens' log-probabilities, ids and texts as they arrive; one gap makes a whole list worthless, and it is
 * then null.
 */
export class TokenLog {
  #logprobs: number[] | null = []
  #ids: number[] | null = []
  #texts: string[] | null = []
  #certainties: number[] | null = []
  /** By their windows; null after a token without the likeliest beside it. */
  #traces: ReadonlyMap<number, FallingTrace> | null
  readonly #bars: readonly (readonly [window: number, below: number])[]
  #traced = 0
  #endedAfter: number | null = null
  #logged = 0
  /** How many tokens came at least: every delta with text has one. */
  #count = 0

  constructor({ windows, endsBelow }: Watched = NOT_WATCHED) {
    this.#traces = new Map(windows.map((window) => [window, new FallingTrace(window)]))
    this.#bars = Object.entries(endsBelow ?? {}).map(([window, below]) => [Number(window), below])
  }

  /** Adds the tokens of one delta; `hasText` means that it carried text and so must carry tokens. */
  add(entries: readonly unknown[] | null, ids: readonly number[] | null, hasText: boolean): void {
    const count = Math.max(entries?.length ?? 0, ids?.length ?? 0, hasText ? 1 : 0)
    if (count === 0) return
    this.#count += count
    this.#logged += entries?.length ?? 0
    if (ids === null) this.#ids = null
    else for (const id of ids) this.#ids?.push(id)
    const isEndToken = entries === null && !hasText && count === 1
    if (isEndToken) return
    if (entries === null || (ids !== null && ids.length !== entries.length)) this.#logprobs = null
    for (const entry of entries ?? []) this.#addLogprob(entry)
    for (const entry of entries ?? []) this.#addText(entry)
    if (entries === null) this.#certainties = this.#traces = null
    else for (const entry of entries) this.#addLikeliest(likeliest(entry))
  }

  get count(): number {
    return this.#count
  }

  /** After how many tokens the answer had fallen below every bar it may be ended by; null if it has not. */
  get endedAfter(): number | null {
    return this.#endedAfter
  }

  /** Drops what was logged after the first `tokens`. */
  cutTo(tokens: number): void {
    for (const list of [this.#logprobs, this.#ids, this.#texts, this.#certainties]) list?.splice(tokens)
    this.#traced = Math.min(this.#traced, tokens)
    this.#count = Math.min(this.#count, tokens)
  }

  /** What is known of an answer of `tokens` tokens. */
  of(tokens: number): Logged {
    const logprobs = whole(this.#logprobs, tokens)
    const ids = whole(this.#ids, tokens)
    const certainties = whole(this.#certainties, tokens)
    return {
      logprobs: logprobs && Float32Array.from(logprobs),
      gap: logprobs === null ? this.#gap(tokens) : null,
      tokenIds: ids && Int32Array.from(ids),
      tokens: whole(this.#texts, tokens),
      certainties: certainties && Float32Array.from(certainties),
      minima: this.#minima(tokens),
    }
  }

  #gap(tokens: number): LogprobGap {
    if (this.#logged === 0) return { kind: 'none' }
    if (this.#logprobs === null) return { kind: 'incomplete' }
    return { kind: 'counts', logged: this.#logged, counted: tokens }
  }

  /**
   * The successive minima of the answer's group confidence by window; null unless every one of its `tokens` has a
   * confidence.
   */
  #minima(tokens: number): MinimaByWindow | null {
    if (this.#traces === null || this.#traces.size === 0 || !isWhole(this.#traced, tokens)) return null
    const minima: Record<number, MinimaByWindow[number]> = {}
    for (const [window, trace] of this.#traces) {
      if (this.#endedAfter === null) trace.end()
      minima[window] = trace.minima.filter(([after]) => after <= this.#traced)
    }
    return minima
  }

  #addLikeliest(logprobs: readonly number[]): void {
    const certainty = this.#certainties === null ? null : tokenCertainty(logprobs)
    if (certainty === null) this.#certainties = null
    else this.#certainties?.push(certainty)
    if (this.#traces !== null && this.#traces.size > 0) this.#addConfidence(tokenConfidence(logprobs))
  }

  #addConfidence(confidence: number | null): void {
    if (confidence === null) {
      this.#traces = null
      return
    }
    this.#traced += 1
    for (const trace of this.#traces?.values() ?? []) trace.add(confidence)
    if (this.#endedAfter === null && this.#isBelowAll()) this.#endedAfter = this.#traced
  }

  #isBelowAll(): boolean {
    const isBelow = ([window, below]: readonly [number, number]) =>
      (lowestGroup(this.#traces?.get(window)?.minima ?? []) ?? Infinity) < below
    return this.#bars.length > 0 && this.#bars.every(isBelow)
  }

  #addText(entry: unknown): void {
    const text = typeof entry === 'object' && entry !== null && 'token' in entry ? entry.token : null
    if (typeof text !== 'string' || ID_FOR_TEXT.test(text)) this.#texts = null
    else this.#texts?.push(text)
  }

  #addLogprob(entry: unknown): void {
    if (this.#logprobs === null) return
    const logprob = parseLogprob(entry)
    if (logprob === null) this.#logprobs = null
    else this.#logprobs.push(logprob)
  }
}

function whole<Item>(list: readonly Item[] | null, tokens: number): readonly Item[] | null {
  return list !== null && isWhole(list.length, tokens) ? list : null
}

function isWhole(listed: number, tokens: number): boolean {
  return listed > 0 && tokens > 0 && Math.abs(listed - tokens) <= COUNTS_MAY_DIFFER
}

/** The log-probabilities listed beside a token: entries of a chat, values by token of a text. */
function likeliest(entry: unknown): number[] {
  const listed = typeof entry === 'object' && entry !== null && 'top_logprobs' in entry ? entry.top_logprobs : null
  if (typeof listed !== 'object' || listed === null) return []
  const values = Array.isArray(listed) ? listed.map(parseLogprob) : Object.values(listed).map(asLogprob)
  return values.filter((value) => value !== null)
}

function parseLogprob(entry: unknown): number | null {
  return asLogprob(typeof entry === 'object' && entry !== null && 'logprob' in entry ? entry.logprob : null)
}

function asLogprob(logprob: unknown): number | null {
  if (typeof logprob !== 'number' || Number.isNaN(logprob) || logprob > ROUNDING) return null
  return logprob <= MINUS_INFINITY ? -Infinity : Math.min(0, logprob)
}

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

/** The form of tokens from a server that was asked for ids instead of texts. */
const ID_FOR_TEXT = /^token_id:\d+$/u

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

  constructor({ windows, endsBelow }: Watched = NOT_WATCHED) {
    this.#traces = new Map(windows.map((window) => [window, new FallingTrace(window)]))
    this.#bars = Object.entries(endsBelow ?? {}).map(([window, below]) => [Number(window), below])
  }

  /** Adds the tokens of one delta; `hasText` means that it carried text and so must carry tokens. */
  add(entries: readonly unknown[] | null, ids: readonly number[] | null, hasText: boolean): void {
    const hasTokens = hasText || (entries?.length ?? 0) > 0 || (ids?.length ?? 0) > 0
    if (!hasTokens) return
    if (ids === null) this.#ids = null
    else for (const id of ids) this.#ids?.push(id)
    if (entries === null) this.#logprobs = null
    else for (const entry of entries) this.#addLogprob(entry)
    for (const entry of entries ?? []) this.#addText(entry)
    if (entries === null) this.#certainties = this.#traces = null
    else for (const entry of entries) this.#addLikeliest(likeliest(entry))
  }

  get count(): number {
    return this.#ids?.length ?? this.#logprobs?.length ?? 0
  }

  /** After how many tokens the answer had fallen below every bar it may be ended by; null if it has not. */
  get endedAfter(): number | null {
    return this.#endedAfter
  }

  /** Drops what was logged after the first `tokens`. */
  cutTo(tokens: number): void {
    for (const list of [this.#logprobs, this.#ids, this.#texts, this.#certainties]) list?.splice(tokens)
    this.#traced = Math.min(this.#traced, tokens)
  }

  /**
   * The successive minima of the answer's group confidence by window; null unless every one of its `tokens` has a
   * confidence.
   */
  minima(tokens: number): MinimaByWindow | null {
    if (this.#traces === null || this.#traces.size === 0 || this.#traced !== tokens || tokens === 0) return null
    const minima: Record<number, MinimaByWindow[number]> = {}
    for (const [window, trace] of this.#traces) {
      if (this.#endedAfter === null) trace.end()
      minima[window] = trace.minima.filter(([after]) => after <= tokens)
    }
    return minima
  }

  /** The log-probabilities, if every one of the `tokens` has one. */
  logprobs(tokens: number): Float32Array | null {
    if (this.#logprobs === null || this.#logprobs.length !== tokens || tokens === 0) return null
    return Float32Array.from(this.#logprobs)
  }

  /** The token ids, if every one of the `tokens` has one. */
  ids(tokens: number): Int32Array | null {
    if (this.#ids === null || this.#ids.length !== tokens || tokens === 0) return null
    return Int32Array.from(this.#ids)
  }

  /** The tokens' texts, if every one of the `tokens` has one. */
  texts(tokens: number): readonly string[] | null {
    return this.#texts === null || this.#texts.length !== tokens || tokens === 0 ? null : this.#texts
  }

  /** The certainty at each of the `tokens`; null unless every one of them listed its likeliest tokens. */
  certainties(tokens: number): Float32Array | null {
    if (this.#certainties === null || this.#certainties.length !== tokens || tokens === 0) return null
    return Float32Array.from(this.#certainties)
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
  if (typeof logprob !== 'number' || Number.isNaN(logprob)) return null
  return logprob <= MINUS_INFINITY ? -Infinity : Math.min(0, logprob)
}

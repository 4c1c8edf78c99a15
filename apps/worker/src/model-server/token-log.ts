/** vLLM sends minus infinity as this number, JSON having no word for it. */
const MINUS_INFINITY = -9999

/** A server asked for ids in place of texts writes them so. */
const ID_FOR_TEXT = /^token_id:\d+$/u

/** Tokens' log-probabilities, ids and texts as they arrive; one gap makes a whole list worthless, and it says so. */
export class TokenLog {
  #logprobs: number[] | null = []
  #ids: number[] | null = []
  #texts: string[] | null = []

  /** Adds what one delta says of its tokens; `hasText` tells that it carried text and so must carry tokens. */
  add(entries: readonly unknown[] | null, ids: readonly number[] | null, hasText: boolean): void {
    const hasTokens = hasText || (entries?.length ?? 0) > 0 || (ids?.length ?? 0) > 0
    if (!hasTokens) return
    if (ids === null) this.#ids = null
    else for (const id of ids) this.#ids?.push(id)
    if (entries === null) this.#logprobs = null
    else for (const entry of entries) this.#addLogprob(entry)
    for (const entry of entries ?? []) this.#addText(entry)
  }

  get count(): number {
    return this.#ids?.length ?? this.#logprobs?.length ?? 0
  }

  /** The log-probabilities, if there is one for every one of the `tokens`. */
  logprobs(tokens: number): Float32Array | null {
    if (this.#logprobs === null || this.#logprobs.length !== tokens || tokens === 0) return null
    return Float32Array.from(this.#logprobs)
  }

  /** The token ids, if there is one for every one of the `tokens`. */
  ids(tokens: number): Int32Array | null {
    if (this.#ids === null || this.#ids.length !== tokens || tokens === 0) return null
    return Int32Array.from(this.#ids)
  }

  /** The tokens' texts, if there is one for every one of the `tokens`. */
  texts(tokens: number): readonly string[] | null {
    return this.#texts === null || this.#texts.length !== tokens || tokens === 0 ? null : this.#texts
  }

  #addText(entry: unknown): void {
    const text = typeof entry === 'object' && entry !== null && 'token' in entry ? entry.token : null
    if (typeof text !== 'string' || ID_FOR_TEXT.test(text)) this.#texts = null
    else this.#texts?.push(text)
  }

  #addLogprob(entry: unknown): void {
    if (this.#logprobs === null) return
    const logprob = readLogprob(entry)
    if (logprob === null) this.#logprobs = null
    else this.#logprobs.push(logprob)
  }
}

function readLogprob(entry: unknown): number | null {
  const logprob = typeof entry === 'object' && entry !== null && 'logprob' in entry ? entry.logprob : null
  if (typeof logprob !== 'number' || Number.isNaN(logprob)) return null
  return logprob <= MINUS_INFINITY ? -Infinity : Math.min(0, logprob)
}

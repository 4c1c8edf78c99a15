/** The block size of the cache, in tokens, as in vLLM. */
export const BLOCK = 16

const MOST_BLOCKS = 200_000

/** A prefix cache: a prompt that begins like an earlier one has a faster prefill. */
export class PrefixCache {
  readonly #blocks = new Set<string>()
  #queries = 0
  #hits = 0

  get counts(): { readonly queries: number; readonly hits: number } {
    return { queries: this.#queries, hits: this.#hits }
  }

  /** Counts a prompt's tokens and the cached ones. */
  count(tokens: number, hits: number): void {
    this.#queries += tokens
    this.#hits += hits
  }

  /** Caches a prompt, and returns how many of its first tokens were cached already. */
  find(promptTokenIds: readonly number[]): number {
    let known = 0
    let name = ''
    let unbroken = true
    for (let end = BLOCK; end <= promptTokenIds.length; end += BLOCK) {
      name = hashed(name, promptTokenIds.slice(end - BLOCK, end))
      unbroken &&= this.#blocks.has(name)
      if (unbroken) known = end
      else this.#remember(name)
    }
    // The last token is always computed, for the first generated one comes from it.
    return Math.min(known, Math.max(0, promptTokenIds.length - 1))
  }

  #remember(block: string): void {
    if (this.#blocks.size >= MOST_BLOCKS) this.#blocks.clear()
    this.#blocks.add(block)
  }
}

/** A block's hash covers everything up to its end. */
function hashed(before: string, ids: readonly number[]): string {
  let one = 0x811c9dc5
  let two = 0x01000193
  for (const id of [...before].map((character) => character.charCodeAt(0)).concat(ids)) {
    one = Math.imul(one ^ id, 0x01000193)
    two = Math.imul(two ^ id, 0x85ebca6b) ^ (one >>> 13)
  }
  return `${one >>> 0}.${two >>> 0}`
}

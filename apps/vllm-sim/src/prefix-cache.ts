/** Prompts are remembered in blocks of this many tokens, as vLLM remembers them. */
export const BLOCK = 16

const MOST_BLOCKS = 200_000

/** Remembers which prompts were read, so that one with the same beginning is read faster. */
export class PrefixCache {
  readonly #blocks = new Set<string>()
  #queries = 0
  #hits = 0

  get counts(): { readonly queries: number; readonly hits: number } {
    return { queries: this.#queries, hits: this.#hits }
  }

  /** Counts a prompt's tokens and how many of them were known. */
  count(tokens: number, hits: number): void {
    this.#queries += tokens
    this.#hits += hits
  }

  /** Takes a prompt, remembers it, and tells how many of its first tokens were known already. */
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

/** A block is named after everything up to its end. */
function hashed(before: string, ids: readonly number[]): string {
  let [one, two] = [0x811c9dc5, 0x01000193]
  for (const id of [...before].map((character) => character.charCodeAt(0)).concat(ids)) {
    one = Math.imul(one ^ id, 0x01000193)
    two = Math.imul(two ^ id, 0x85ebca6b) ^ (one >>> 13)
  }
  return `${one >>> 0}.${two >>> 0}`
}

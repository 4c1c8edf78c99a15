import type { Held } from './kernel.js'

/** The key-value cache of one sequence: a key and a value for each token, in each layer. */
export interface Past {
  readonly keys: readonly Held[]
  readonly values: readonly Held[]
  /** The tokens it holds, from the first; anything behind them is garbage. */
  readonly ids: number[]
}

/** Returns the length of the common prefix of a sequence and a cache. */
export function sharedTokens({ ids }: Past, sequence: readonly number[]): number {
  const differing = ids.findIndex((id, place) => id !== sequence[place])
  return differing < 0 ? ids.length : differing
}

/** Starts over with the first tokens of another sequence, each `width` numbers wide. */
export function beginWith(past: Past, other: Past, tokens: number, width: number): void {
  past.ids.splice(0, Infinity, ...other.ids.slice(0, tokens))
  if (past === other) return
  const copy = (to: readonly Held[], from: readonly Held[]): void =>
    to.forEach((held, layer) => held.set(from[layer]?.subarray(0, tokens * width) ?? []))
  copy(past.keys, other.keys)
  copy(past.values, other.values)
}

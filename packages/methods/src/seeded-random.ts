/** A stream of numbers that is the same for the same key, in every process and browser. */
export type SeededRandom = {
  /** The next number in [0, 1), with 32 bits of detail. */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number
  /** One element of a list that has at least one. */
  readonly pick: <Element>(list: readonly [Element, ...Element[]]) => Element
  /** The list in a random order. */
  readonly shuffle: <Element>(list: readonly Element[]) => Element[]
}

/**
 * Creates a random generator from a key, so that every draw can be repeated.
 *
 * The key is hashed to the 128-bit state of the generator sfc32 (Doty-Humphrey, PractRand). Not for secrets.
 */
export function seededRandom(key: string): SeededRandom {
  const next = sfc32(hash128(key))
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const shuffle = <Element>(list: readonly Element[]): Element[] => {
    const left = [...list]
    const drawn: Element[] = []
    for (let size = left.length; size > 0; size -= 1) {
      const at = int(0, size - 1)
      drawn.push(left[at] as Element)
      for (let next = at + 1; next < size; next += 1) left[next - 1] = left[next] as Element
    }
    return drawn
  }
  return { next, int, shuffle, pick: (list) => list[int(0, list.length - 1)] ?? list[0] }
}

type State = readonly [number, number, number, number]

/** Four 32-bit multiply-and-xor hashes of one string, each mixed with its neighbour, then finished. */
function hash128(key: string): State {
  let a = 0x243f6a88
  let b = 0x85a308d3
  let c = 0x13198a2e
  let d = 0x03707344
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x9e3779b1) ^ (b >>> 15)
    b = Math.imul(b ^ unit, 0x85ebca77) ^ (c >>> 13)
    c = Math.imul(c ^ unit, 0xc2b2ae3d) ^ (d >>> 16)
    d = Math.imul(d ^ unit, 0x27d4eb2f) ^ (a >>> 14)
  }
  return [finish(a ^ d), finish(b ^ a), finish(c ^ b), finish(d ^ key.length)]
}

function finish(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

function sfc32(state: State): () => number {
  let [a, b, c, d] = state
  const step = (): number => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) step()
  return () => step() / 4_294_967_296
}

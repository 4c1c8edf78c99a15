import type { Recording } from './recording.js'
import { permute } from './run-seed.js'

/** Which sample comes when: for each question the places of its samples in the order of one seed. */
export type Permutations = (seed: number) => readonly (readonly number[])[]

/** Shuffles every question's samples as `permute` does, once for all methods that ask. */
export function permutations(recordings: readonly Recording[]): Permutations {
  const made = new Map<number, number[][]>()
  return (seed) => {
    const known = made.get(seed)
    if (known !== undefined) return known
    const orders = recordings.map(({ id, samples }) =>
      permute(
        samples.map((_, place) => place),
        seed,
        id,
      ),
    )
    made.set(seed, orders)
    return orders
  }
}

/** Puts a question's samples in order, leaving out missing ones. */
export function inOrderOf<Sample>(pool: readonly Sample[], order: readonly number[]): Sample[] {
  const sorted: Sample[] = []
  for (const place of order) {
    const sample = pool[place]
    if (sample !== undefined) sorted.push(sample)
  }
  return sorted
}

import type { Vote } from '@cges-fleet/methods'

/** A stop as a sweep reads it; null if the samples end before it. */
export type At = { readonly calls: number; readonly answer: string | null } | null

type Stops = (votes: readonly Vote[]) => readonly At[]

/** Patterns remembered at most, which bounds the memory of a sweep over many questions. */
const MOST = 200_000

/**
 * Decides votes with the same pattern of agreement only once: a rule that reads answers alone depends only on which of
 * them are equal. Each pattern is kept with the calls of its stops and the places of their answers among those seen.
 */
export function byPattern(stopsOf: Stops, budget: number): Stops {
  const known = new Map<string, readonly ({ readonly calls: number; readonly place: number } | null)[]>()
  return (votes) => {
    const seen: string[] = []
    const pattern = votes
      .slice(0, budget)
      .map(({ answer }) => placeIn(seen, answer))
      .join(' ')
    const stops =
      known.get(pattern) ??
      stopsOf(votes).map((stop) => stop && { calls: stop.calls, place: placeIn(seen, stop.answer) })
    if (known.size < MOST) known.set(pattern, stops)
    return stops.map((stop) => stop && { calls: stop.calls, answer: seen[stop.place] ?? null })
  }
}

/** The place of an answer among those seen, to which a new one is added; −1 for none. */
function placeIn(seen: string[], answer: string | null): number {
  if (answer === null) return -1
  const at = seen.indexOf(answer)
  return at < 0 ? seen.push(answer) - 1 : at
}

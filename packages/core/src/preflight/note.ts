import { z } from 'zod'

/** The longest reason a note carries, in characters. */
export const LONGEST_WHY = 300

/**
 * Makes the schema of a finding as programs read it: its kind, its counts, and what was said where it was found.
 * Sentences for people are made from it.
 */
export function noteOf<const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) {
  return z.object({
    kind: z.enum(kinds),
    counts: z.record(z.string(), z.number()),
    why: z.string().max(LONGEST_WHY).nullable().describe('what a server said, where one said something'),
  })
}

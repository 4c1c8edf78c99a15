import { z } from 'zod'

/** A note that programs read by its kind and counts; `why` is a name or what somebody else said, null where there is neither. */
export function note<Kind extends string, Counts extends string = never>(kind: Kind, counts: readonly Counts[] = []) {
  const shape = Object.fromEntries(counts.map((name) => [name, z.number()])) as Record<Counts, z.ZodNumber>
  return z.object({ kind: z.literal(kind), counts: z.object(shape), why: z.null() })
}

/** The same with a reason, which is never null. */
export function noteWhy<Kind extends string, Counts extends string>(
  kind: Kind,
  counts: readonly Counts[],
  about: string,
) {
  return note(kind, counts).extend({ why: z.string().describe(about) })
}

/** The same with a reason where one was given. */
export function noteMaybe<Kind extends string, Counts extends string>(
  kind: Kind,
  counts: readonly Counts[],
  about: string,
) {
  return note(kind, counts).extend({ why: z.string().nullable().describe(about) })
}

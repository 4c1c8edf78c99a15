import type { Submission } from './draft'

/** One field that differs from what was cloned. */
export interface Change {
  readonly field: string
  readonly before: string
  readonly now: string
}

/** Lists what a submission does otherwise than the one it was cloned from. */
export function changesOf(before: Submission, now: Submission): Change[] {
  const old = flat(before)
  const fresh = flat(now)
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((field) => {
    const was = old.get(field) ?? 'not set'
    const is = fresh.get(field) ?? 'not set'
    return was === is ? [] : [{ field, before: was, now: is }]
  })
}

function flat(value: Submission, path = ''): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, inner]): [string, string][] =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? [...flat({ ...inner }, `${path}${key}.`)]
        : [[path + key, Array.isArray(inner) ? inner.join(', ') : String(inner)]],
    ),
  )
}

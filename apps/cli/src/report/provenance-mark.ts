import { ABOUT_TINY, type Provenance } from '@cges-fleet/core'

const MARKS: Partial<Record<Provenance, { readonly mark: string; readonly about: string }>> = {
  simulated: { mark: 'SIMULATED', about: 'the answers come from the built-in simulator, not from a model' },
  tiny: { mark: 'TINY MODEL', about: `the answers come from ${ABOUT_TINY}` },
}

/** Names an evaluation next to its figures, marked if no model worth comparing answered. */
export function markedName(name: string, provenance: Provenance): string {
  const known = MARKS[provenance]
  return known === undefined ? name : `${name} — ${known.mark}`
}

/**
 * Describes in a sentence what produced the answers, if not a model worth comparing; null if it was one, or is unknown.
 */
export function markLine(provenance: Provenance | null): string | null {
  const known = provenance === null ? undefined : MARKS[provenance]
  return known === undefined ? null : `${known.mark}: ${known.about}`
}

import { ABOUT_TINY } from '@cges-fleet/core/about-tiny'
import type { ProvenanceKind } from './provenance-kinds'

/** The name of each kind, and its meaning for readers of the numbers. */
export const PROVENANCE_WORDS: Readonly<Record<ProvenanceKind, { readonly name: string; readonly means: string }>> = {
  simulated: {
    name: 'simulated',
    means: 'The answers come from the built-in simulator, not from a model.',
  },
  tiny: { name: 'tiny model', means: `The answers come from ${ABOUT_TINY}.` },
  imported: {
    name: 'imported',
    means: 'The samples were read from another program’s log; nothing was drawn here.',
  },
  recorded: {
    name: 'recorded',
    means: 'The answers were recorded earlier and are read back; no model answers now.',
  },
}

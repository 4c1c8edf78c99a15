import type { EvaluationSummary } from '@cges-fleet/core'
import { ABOUT_TINY } from '@cges-fleet/core/about-tiny'

/** The text that goes with numbers that leave the page; empty if a real model gave them all. */
export interface ProvenanceMark {
  /** For a picture's corner. */
  readonly short: string
  /** Whole sentences, for a note. */
  readonly long: string
}

/** For numbers of unknown provenance: they must not pass for a model's. */
export const UNSTATED: ProvenanceMark = {
  short: 'provenance not stated',
  long: 'Provenance not stated: see the page these numbers are from.',
}

/** Describes the provenance of numbers of one or several evaluations, for wherever they are taken. */
export function provenanceMark(of: readonly Provenanced[]): ProvenanceMark {
  const each = of.map(provenanceKinds)
  const notes = PROVENANCE_KINDS.flatMap((kind) => {
    const count = each.filter((kinds) => kinds.includes(kind)).length
    if (count === 0) return []
    const { name, means } = PROVENANCE_WORDS[kind]
    const inPart = count < each.length
    const called = inPart ? `in part ${name}` : name
    return [{ called, says: inPart ? `${sentence(called)}: not all of them.` : `${sentence(called)}. ${means}` }]
  })
  return {
    short: notes.map(({ called }) => called).join(' · '),
    long: notes.map(({ says }) => says).join(' '),
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** The fields that determine the provenance of an evaluation's numbers. */
export type Provenanced = Pick<EvaluationSummary, 'provenance' | 'simulated'> & {
  readonly source?: EvaluationSummary['source']
}

/** In the order they are listed. */
const PROVENANCE_KINDS = ['recorded', 'imported', 'tiny', 'simulated'] as const
type ProvenanceKind = (typeof PROVENANCE_KINDS)[number]

/** Lists the reasons why numbers are not from a real model answering now; none if they are. */
export function provenanceKinds({ provenance, simulated, source = null }: Provenanced): ProvenanceKind[] {
  const holds: Record<ProvenanceKind, boolean> = {
    recorded: provenance === 'recorded',
    imported: provenance === 'imported',
    tiny: provenance === 'tiny' || source?.provenance === 'tiny',
    simulated: simulated || provenance === 'simulated',
  }
  return PROVENANCE_KINDS.filter((kind) => holds[kind])
}

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

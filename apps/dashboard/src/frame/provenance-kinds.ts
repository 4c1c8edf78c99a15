import type { EvaluationSummary } from '@cges-fleet/core'

/** What tells where the numbers of an evaluation come from. */
export type Provenanced = Pick<EvaluationSummary, 'provenance' | 'simulated'> & {
  readonly source?: EvaluationSummary['source']
}

/** In the order they are told. */
export const PROVENANCE_KINDS = ['recorded', 'imported', 'tiny', 'simulated'] as const
export type ProvenanceKind = (typeof PROVENANCE_KINDS)[number]

/** Lists in which ways numbers do not come from a model worth comparing, answering now; none if they do. */
export function provenanceKinds({ provenance, simulated, source = null }: Provenanced): ProvenanceKind[] {
  const holds: Record<ProvenanceKind, boolean> = {
    recorded: provenance === 'recorded',
    imported: provenance === 'imported',
    tiny: provenance === 'tiny' || source?.provenance === 'tiny',
    simulated: simulated || provenance === 'simulated',
  }
  return PROVENANCE_KINDS.filter((kind) => holds[kind])
}

import type { EvaluationSummary } from '@cges-fleet/core'

/** The fields that determine the provenance of an evaluation's numbers. */
export type Provenanced = Pick<EvaluationSummary, 'provenance' | 'simulated'> & {
  readonly source?: EvaluationSummary['source']
}

/** In the order they are listed. */
export const PROVENANCE_KINDS = ['recorded', 'imported', 'tiny', 'simulated'] as const
export type ProvenanceKind = (typeof PROVENANCE_KINDS)[number]

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

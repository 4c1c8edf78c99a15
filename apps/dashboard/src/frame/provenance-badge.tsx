import type { EvaluationSummary } from '@cges-fleet/core'
import { ABOUT_TINY } from '@cges-fleet/core/about-tiny'

const TITLES = {
  simulated: 'The answers come from the built-in simulator, not from a model.',
  tiny: `The answers come from ${ABOUT_TINY}.`,
  imported: 'The samples were read from another program’s log; nothing was drawn here.',
  recorded: 'The answers were recorded earlier and are read back; no model answers now.',
}

type Props = Pick<EvaluationSummary, 'provenance' | 'simulated'> & { readonly source?: EvaluationSummary['source'] }

/** Marks numbers that do not come from a model worth comparing, answering now; nothing where they do. */
export function ProvenanceBadge({ provenance, simulated, source = null }: Props) {
  const kinds = [
    ...(provenance === 'recorded' || provenance === 'imported' || provenance === 'tiny' ? [provenance] : []),
    ...(source?.provenance === 'tiny' ? (['tiny'] as const) : []),
    ...(simulated ? (['simulated'] as const) : []),
  ]
  return kinds.map((kind) => (
    <span key={kind} className={`badge badge-${kind}`} title={TITLES[kind]} data-testid="provenance">
      {kind === 'tiny' ? 'tiny model' : kind}
    </span>
  ))
}

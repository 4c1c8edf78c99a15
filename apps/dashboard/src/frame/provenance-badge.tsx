import type { EvaluationSummary } from '@cges-fleet/core'

const TITLES = {
  simulated: 'The answers come from the built-in simulator, not from a model.',
  imported: 'The samples were read from another program’s log; nothing was drawn here.',
  recorded: 'The answers were recorded earlier and are read back; no model answers now.',
}

type Props = Pick<EvaluationSummary, 'provenance' | 'simulated'>

/** Marks numbers that do not come from a model answering now; nothing where one does. */
export function ProvenanceBadge({ provenance, simulated }: Props) {
  const kinds = [
    ...(provenance === 'recorded' || provenance === 'imported' ? [provenance] : []),
    ...(simulated ? (['simulated'] as const) : []),
  ]
  return kinds.map((kind) => (
    <span key={kind} className={`badge badge-${kind}`} title={TITLES[kind]} data-testid="provenance">
      {kind}
    </span>
  ))
}

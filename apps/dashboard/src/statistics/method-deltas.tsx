import type { FinalStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'
import { deltaDomain } from './delta-domain'
import { DeltaRow } from './delta-row'

interface Props {
  readonly report: NamedReport
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics
}

/** What a method comes to against its baseline; nothing under a baseline, or where pairs would mislead. */
export function MethodDeltas({ report, reports, final }: Props) {
  const method = final.methods.find(({ key }) => key === report.key)
  const comparison = method?.comparison ?? null
  if (method === undefined || comparison === null) return null
  const name = reports.find(({ key }) => key === comparison.baseline)?.name ?? comparison.baseline
  const statistics = final.methods.find(({ key }) => key === comparison.baseline)
  const scale = { margin: final.margin, domain: deltaDomain(final) }
  return <DeltaRow method={method} comparison={comparison} baseline={{ name, statistics }} scale={scale} />
}

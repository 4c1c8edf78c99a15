import type { FinalStatistics, MethodReport } from '@cges-fleet/core'
import { familyOf } from '../families/family'
import { familyTitle } from '../families/family-title'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'
import { AccuracyCell } from './accuracy-cell'
import { CallsCell } from './calls-cell'

interface Props {
  readonly report: NamedReport
  readonly domain: readonly [number, number]
  /** Which methods share the first place, once that is judged. */
  readonly best: FinalStatistics['best'] | null
}

/** One method in the table. */
export function MethodRow({ report, domain, best }: Props) {
  const { key, name, label, spec, savedAgainstSc, interim, identity } = report
  return (
    <tr role="row" data-method={key}>
      <th role="rowheader" scope="row" title={`${key}\n${familyTitle(familyOf(spec.method))}`}>
        <Marker identity={identity} hollow={interim} withLine /> {name}
        <code className="method-label">{label}</code>
      </th>
      <AccuracyCell report={report} domain={domain} isBest={best?.accuracy.includes(key) ?? false} />
      <CallsCell report={report} isBest={best?.calls.includes(key) ?? false} />
      <td role="cell" data-cell="saved" data-label="Saved against SC" className={interim ? 'interim' : ''}>
        <span className="value">
          {savedAgainstSc === null ? <Missing why="there is no estimate yet" /> : formatShare(savedAgainstSc)}
        </span>
      </td>
      <ResolvedCell report={report} />
    </tr>
  )
}

function ResolvedCell({ report: { resolved, trials, blocked } }: { readonly report: MethodReport }) {
  return (
    <td role="cell" data-cell="resolved" data-label="Resolved">
      <span className="cell-line">
        <span className="value">
          {formatCount(resolved)} <span className="muted">/ {formatCount(trials)}</span>
        </span>
        {blocked === 0 ? null : <span className="aside warn">{formatCount(blocked)} blocked</span>}
      </span>
    </td>
  )
}

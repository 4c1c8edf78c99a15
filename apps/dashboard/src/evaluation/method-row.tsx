import type { MethodReport } from '@cges-fleet/core'
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
}

/** One method in the table. */
export function MethodRow({ report, domain }: Props) {
  const { key, name, label, spec, savedAgainstSc, interim } = report
  const family = familyOf(spec.method)
  return (
    <tr role="row" data-method={key}>
      <th role="rowheader" scope="row" title={`${key}\n${familyTitle(family)}`}>
        <Marker family={family} hollow={interim} /> {name}
        <code className="method-label">{label}</code>
      </th>
      <AccuracyCell report={report} domain={domain} />
      <CallsCell report={report} />
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

import type { FinalStatistics, MethodReport, VerdictState } from '@cges-fleet/core'
import { savedShown } from '@cges-fleet/core/live-words'
import { familyOf } from '../families/family'
import { familyTitle } from '../families/family-title'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'
import { QuestionsLink } from '../questions/questions-link'
import { AccuracyCell } from './accuracy-cell'
import { CallsCell } from './calls-cell'

interface Props {
  readonly id: string
  readonly report: NamedReport
  readonly domain: readonly [number, number]
  /** The methods that share the first place, once that is judged. */
  readonly best: FinalStatistics['best'] | null
}

/** One method in the table. */
export function MethodRow({ id, report, domain, best }: Props) {
  const { key, name, label, spec, interim, identity } = report
  const saved = savedShown(report)
  return (
    <tr role="row" data-method={key}>
      <th role="rowheader" scope="row" title={`${key}\n${familyTitle(familyOf(spec.method))}`}>
        <Marker identity={identity} hollow={interim} withLine /> {name}
        <code className="method-label">{label}</code>
      </th>
      <AccuracyCell id={id} report={report} domain={domain} isBest={best?.accuracy.includes(key) ?? false} />
      <CallsCell id={id} report={report} isBest={best?.calls.includes(key) ?? false} />
      <td role="cell" data-cell="saved" data-label="Calls saved" className={interim ? 'interim' : ''}>
        <span className="value">
          {saved === null ? <Missing why="there is no estimate yet" /> : formatShare(saved)}
        </span>
      </td>
      <ResolvedCell id={id} report={report} />
    </tr>
  )
}

interface ResolvedProps {
  readonly id: string
  readonly report: MethodReport
}

function ResolvedCell({ id, report }: ResolvedProps) {
  const { resolved, trials, blocked, accuracyBounds } = report
  const correct = Math.round(accuracyBounds.low * trials)
  const of = (verdict: VerdictState) => ({ id, of: { method: report.key, verdict } })
  return (
    <td role="cell" data-cell="resolved" data-label="Questions">
      <span className="cell-line">
        <span className="value">
          <QuestionsLink {...of('resolved')}>{formatCount(resolved)}</QuestionsLink>{' '}
          <span className="muted">/ {formatCount(trials)}</span>
        </span>
        <span className="aside">resolved</span>
      </span>
      <span className="cell-line">
        <span className="aside">
          <QuestionsLink {...of('wrong')}>{formatCount(resolved - correct)} wrong</QuestionsLink>
        </span>
        {trials - resolved === blocked ? null : (
          <span className="aside">
            <QuestionsLink {...of('unresolved')}>{formatCount(trials - resolved)} unresolved</QuestionsLink>
          </span>
        )}
        {blocked === 0 ? null : (
          <span className="aside warn">
            <QuestionsLink {...of('blocked')}>{formatCount(blocked)} blocked</QuestionsLink>
          </span>
        )}
      </span>
    </td>
  )
}

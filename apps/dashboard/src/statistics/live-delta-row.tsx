import { liveDifferenceWords } from '@cges-fleet/core/live-words'
import { LiveFigure } from '../evaluation/live-figure'
import type { NamedReport } from '../families/name-methods'
import { DeltaHead } from './delta-head'
import { reachOf } from './delta-domain'
import { LiveForestBar } from './live-forest-bar'

interface Props {
  readonly report: NamedReport
  readonly reports: readonly NamedReport[]
  /** The baseline assumed before the statistics name one. */
  readonly expected: NamedReport
}

/**
 * Before methods are judged: a method's difference so far with the limits of its end, or a note that it is still to
 * come.
 */
export function LiveDeltaRow({ report, reports, expected }: Props) {
  const difference = report.live?.difference ?? null
  if (difference === null) return <WaitingRow report={report} expected={expected} state={waitingFor(report)} />
  const baseline = reports.find(({ key }) => key === difference.baseline) ?? expected
  const all = reports.flatMap(({ live }) => live?.difference ?? [])
  return (
    <tr role="row" className="delta" data-live-delta={report.key}>
      <DeltaHead report={report} baseline={baseline} />
      <td role="cell" data-cell="delta" data-label="Difference so far, points" className="interim">
        <span className="measure">
          <span className="cell-line" title="points, on the trials closed in order that both have decided">
            <LiveFigure words={liveDifferenceWords(difference)} of="Δ" />
          </span>
          <LiveForestBar difference={difference} domain={reachOf(all, 0.02)} />
        </span>
      </td>
      <td role="cell" data-cell="delta-open" colSpan={3} data-label="Judged">
        <span className="aside">judged once every trial is closed</span>
      </td>
    </tr>
  )
}

function waitingFor({ interim }: NamedReport): string {
  return interim ? 'told once both have decided a trial, judged once every trial is closed' : 'being computed'
}

interface WaitingProps {
  readonly report: NamedReport
  readonly expected: NamedReport
  readonly state: string
}

/** The same space, with the reason why there is no difference yet. */
export function WaitingRow({ report, expected, state }: WaitingProps) {
  return (
    <tr role="row" className="delta" data-waiting="">
      <DeltaHead report={report} baseline={expected} />
      <td role="cell" data-cell="delta" colSpan={4}>
        <span className="aside">Δ {state}</span>
      </td>
    </tr>
  )
}

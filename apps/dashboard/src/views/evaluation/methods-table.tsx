'use client'

import type { FinalStatistics } from '@cges-fleet/core'
import { memo, useContext } from 'react'
import { shareDomain } from '../../ui/charts/scales'
import { formatCount } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import { familyOf, familyTitle, groupByFamily, type NamedReport } from '../../ui/methods/names'
import { OnPaper } from '../../ui/shell/on-paper'
import { PanelMenu } from '../../ui/shell/popover'
import { CopyTable } from '../../ui/table/copy-table'
import { DeltaCell, QuestionsCell, SavedCell } from './delta-cells'
import { AccuracyCell, CallsCell } from './method-cells'
import { MethodsFootnote } from './methods-footnote'
import { baselineAmong, comparable, wideNeeds } from './statistics/story'
import { type Tried, TriedCells } from './tried-cells'

/** The method that the reader points at, and the one chosen to be tried at other settings. */
export interface Focus {
  readonly pointed: string | null
  readonly chosen: string | null
  readonly point: (key: string | null) => void
  readonly choose: (key: string) => void
}

interface Props {
  /** The evaluation's id: figures that count questions link to them. */
  readonly id: string
  readonly reports: readonly NamedReport[]
  /** Samples really drawn, shared by all methods. */
  readonly drawn: number
  readonly final: FinalStatistics | null
  /** The table's title in copies of it. */
  readonly title: string
  /** Links its rows with the chart beside it; left out on paper. */
  readonly focus?: Focus
  /** A method at another setting, in the place of its own row. */
  readonly tried?: Tried | null
}

/** Table 1: every method's accuracy and cost, one row each, in an order no result changes. */
export function MethodsTable({ id, reports, drawn, final: judged, title, focus, tried = null }: Props) {
  const final = comparable(reports, judged)
  const [low, high] = shareDomain(reports)
  const baseline = reports.length < 2 ? null : baselineAmong(reports)
  const ordered = groupByFamily(reports).flatMap((group) => group.reports)
  const onPaper = useContext(OnPaper)
  const footnote = <MethodsFootnote reports={reports} drawn={drawn} final={final} />
  return (
    <section className="panel methods-panel" aria-labelledby="methods-title">
      <div className="panel-head">
        <h2 id="methods-title">Methods</h2>
        <PanelMenu name="Methods: copy, and how to read them">
          <CopyTable
            title={title}
            read={async () => (await import('./methods-table-text')).methodsTableText(reports, final)}
          />
          {footnote}
        </PanelMenu>
      </div>
      <table role="table" className="methods" data-testid="methods">
        <MethodsHead baseline={baseline} />
        <tbody role="rowgroup">
          {ordered.map((report) => (
            <MethodRow
              key={report.key}
              {...{ id, report, baseline, final, low, high }}
              tried={tried?.key === report.key ? tried : null}
              isPointed={focus?.pointed === report.key}
              isChosen={focus?.chosen === report.key}
              point={focus?.point}
              choose={focus?.choose}
            />
          ))}
        </tbody>
      </table>
      {onPaper ? footnote : null}
    </section>
  )
}

function MethodsHead({ baseline }: { readonly baseline: NamedReport | null }) {
  const columns = [
    'Method',
    'Accuracy',
    baseline === null ? 'Difference' : `Δ to ${baseline.name}, points`,
    'Calls',
    'Saved',
    'Questions',
  ]
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <th key={column} role="columnheader" scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface MethodRowProps {
  readonly id: string
  readonly report: NamedReport
  readonly baseline: NamedReport | null
  readonly final: FinalStatistics | null
  readonly low: number
  readonly high: number
  readonly tried: Tried | null
  readonly isPointed: boolean
  readonly isChosen: boolean
  readonly point: Focus['point'] | undefined
  readonly choose: Focus['choose'] | undefined
}

/** One method in the table; drawn again only if something of it changed. */
const MethodRow = memo(function MethodRow({ id, report, final, baseline, low, high, tried, ...focus }: MethodRowProps) {
  const { key, interim, identity } = report
  const best = final?.best ?? null
  const { isPointed, isChosen, point } = focus
  return (
    <tr
      role="row"
      data-method={key}
      className={`${isPointed ? 'pointed' : ''} ${isChosen ? 'chosen' : ''}`}
      onPointerEnter={() => point?.(key)}
      onPointerLeave={() => point?.(null)}
    >
      <th role="rowheader" scope="row" title={`${key}\n${familyTitle(familyOf(report.spec.method))}`}>
        <span className="cell-line">
          <Marker identity={identity} hollow={interim} withLine /> <Name report={report} {...focus} />
        </span>
        <Standing report={report} />
      </th>
      {tried === null ? (
        <>
          <AccuracyCell id={id} report={report} domain={[low, high]} isBest={best?.accuracy.includes(key) ?? false} />
          <DeltaCell report={report} baseline={baseline} final={final} />
          <CallsCell id={id} report={report} isBest={best?.calls.includes(key) ?? false} />
          <SavedCell report={report} baseline={baseline} final={final} />
          <QuestionsCell id={id} report={report} final={final} />
        </>
      ) : (
        <TriedCells id={id} report={report} baseline={baseline} tried={tried} domain={[low, high]} />
      )}
    </tr>
  )
})

interface NameProps extends Pick<MethodRowProps, 'report' | 'isChosen' | 'choose'> {}

/** The method's name, which chooses it to be tried at other settings. */
function Name({ report: { key, name }, isChosen, choose }: NameProps) {
  if (choose === undefined) return <span className="method-name">{name}</span>
  return (
    <button type="button" className="method-name" aria-pressed={isChosen} onClick={() => choose(key)}>
      {name}
    </button>
  )
}

/** Which questions a running figure is of; the method's short form once all are finished, and on paper. */
function Standing({ report: { live, label, trials } }: Pick<MethodRowProps, 'report'>) {
  const onPaper = useContext(OnPaper)
  const needs = live === null ? null : wideNeeds(live, trials)
  return (
    <span className="cell-line aside">
      {live === null ? null : (
        <span title="the first questions of a random order, all of them finished">
          {formatCount(live.n)} of {formatCount(trials)}
          {needs === null ? '' : ` · ${needs}`}
        </span>
      )}
      {live === null || onPaper ? <code className="method-label">{label}</code> : null}
    </span>
  )
}

'use client'

import type { FinalStatistics, MethodReport, VerdictState } from '@cges-fleet/core'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { notComparedWords } from '@cges-fleet/core/note-words'
import { questionsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
import { Fragment } from 'react'
import { QuestionsLink } from '../../addresses/questions-link'
import { deltaDomain, DeltaRow } from './delta-row'
import { shareDomain } from '../../ui/charts/scales'
import { formatAbout, formatCount } from '../../ui/format/numbers'
import { ExternalNote, Marker } from '../../ui/methods/marker'
import { familyOf, familyTitle, groupByFamily, type NamedReport } from '../../ui/methods/names'
import { CopyTable } from '../../ui/table/copy-table'
import { AccuracyCell, CallsCell, SavedCell } from './figure-cells'
import { baselineAmong } from './statistics/story'

interface Props {
  /** The evaluation's id: figures that count questions link to them. */
  readonly id: string
  readonly reports: readonly NamedReport[]
  /** Samples really drawn, shared by all methods. */
  readonly drawn: number
  readonly final: FinalStatistics | null
  /** The table's title in copies of it. */
  readonly title: string
}

/** Table 1: every method's accuracy and cost, in an order no result changes. */
export function MethodsTable({ id, reports, drawn, final, title }: Props) {
  const domain = shareDomain(reports)
  const baseline = reports.length < 2 ? null : baselineAmong(reports)
  return (
    <section className="panel" aria-labelledby="methods-title">
      <div className="panel-head">
        <h2 id="methods-title">Methods</h2>
        <CopyTable
          title={title}
          read={async () => (await import('./methods-table-text')).methodsTableText(reports, final)}
        />
      </div>
      <table role="table" className="methods" data-testid="methods">
        <MethodsHead domain={domain} />
        {groupByFamily(reports).map(({ family, reports: ofFamily }) => (
          <tbody role="rowgroup" key={family}>
            <tr role="row" className="family">
              <th role="rowheader" scope="rowgroup" colSpan={5}>
                {familyTitle(family)}
              </th>
            </tr>
            {ofFamily.map((report) => (
              <Fragment key={report.key}>
                <MethodRow id={id} report={report} domain={domain} best={final?.best ?? null} />
                {baseline === null || report.key === baseline.key ? null : (
                  <DeltaRow id={id} report={report} reports={reports} expected={baseline} final={final} />
                )}
              </Fragment>
            ))}
          </tbody>
        ))}
      </table>
      <MethodsFootnote reports={reports} drawn={drawn} final={final} />
    </section>
  )
}

function MethodsHead({ domain: [low, high] }: { readonly domain: readonly [number, number] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          Method
        </th>
        <th role="columnheader" scope="col" className="scaled">
          <span className="measure">
            <span>Accuracy</span>
            <span className="scale" aria-hidden="true">
              <span>{Math.round(low * 100)}%</span>
              <span>{Math.round(high * 100)}%</span>
            </span>
          </span>
        </th>
        <th role="columnheader" scope="col">
          Calls per question
        </th>
        <th role="columnheader" scope="col">
          Calls saved of its budget
        </th>
        <th role="columnheader" scope="col">
          Questions
        </th>
      </tr>
    </thead>
  )
}

interface MethodRowProps {
  readonly id: string
  readonly report: NamedReport
  readonly domain: readonly [number, number]
  /** The methods that share the first place, once that is judged. */
  readonly best: FinalStatistics['best'] | null
}

/** One method in the table. */
function MethodRow({ id, report, domain, best }: MethodRowProps) {
  const { key, name, label, spec, interim, identity } = report
  return (
    <tr role="row" data-method={key}>
      <th role="rowheader" scope="row" title={`${key}\n${familyTitle(familyOf(spec.method))}`}>
        <Marker identity={identity} hollow={interim} withLine /> {name}
        <code className="method-label">{label}</code>
      </th>
      <AccuracyCell id={id} report={report} domain={domain} isBest={best?.accuracy.includes(key) ?? false} />
      <CallsCell id={id} report={report} isBest={best?.calls.includes(key) ?? false} />
      <SavedCell report={report} />
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

interface MethodsFootnoteProps {
  readonly reports: readonly NamedReport[]
  readonly drawn: number
  readonly final: FinalStatistics | null
}

/** How the table's numbers must be read. */
function MethodsFootnote({ reports, drawn, final }: MethodsFootnoteProps) {
  const interim = reports.some((report) => report.interim)
  return (
    <p className="footnote methods-footnote">
      {reports.every((report) => report.interim) ? null : 'Accuracy with its 95% interval. '}Calls are what a method
      would be charged if it ran alone; {counted(drawn, 'sample')} {inNumber(drawn, 'was', 'were')} really drawn, shared
      by all methods here. A tie of votes goes to the answer seen first; no answer counts as wrong.
      <ExternalNote reports={reports} />
      {interim ? (
        <>
          {' '}
          <em>so far</em>: of the first questions of a random order, all of them closed; <em>will end between</em> is
          where this run ends, right in 95 of 100 runs however often one looks: for accuracy, for calls, and for Δ, in
          points and paired by question. It says nothing of other questions, and no method is judged against another
          until every trial is closed. Numbers lead to the questions they count, <em>so far</em> to all that the run has
          right. The light bar spans what is possible at all. <em>interim</em>: if stopped now, each open trial counted
          by its current leader.
        </>
      ) : (
        <Wide reports={reports} />
      )}
      {final === null ? null : <Judged final={final} />}
    </p>
  )
}

/** What the widest interval needs, if one is still wide. */
function Wide({ reports }: { readonly reports: readonly NamedReport[] }) {
  const known = reports.flatMap(({ name, accuracy }) => (accuracy === null ? [] : [{ name, ...accuracy }]))
  const widest = known.toSorted((a, b) => b.high - b.low - (a.high - a.low))[0]
  const more = widest === undefined ? 0 : questionsUntilNarrow(widest)
  if (widest === undefined || more === 0) return null
  const half = (50 * (widest.high - widest.low)).toFixed(1)
  return (
    <>
      {' '}
      The widest interval is that of {widest.name}, ±{half} points; about {formatAbout(more)} more questions would bring
      it to ±5.
    </>
  )
}

function Judged({ final }: { readonly final: FinalStatistics }) {
  const { margin, notCompared, methods } = final
  if (notCompared !== null)
    return <> Methods are not compared{notCompared.kind === 'blocked' ? '' : `: ${notComparedWords(notCompared)}`}.</>
  const compared = methods.filter(({ comparison }) => comparison !== null).length
  const reach = (100 * deltaDomain(final)).toFixed(1)
  const points = (100 * margin).toFixed(0)
  return (
    <>
      {' '}
      Δ is in points and paired by question, with its 95% interval; its bars reach from −{reach} to +{reach}, 0 in the
      middle, and the shaded strip is the loss of less than δ = {points} point that <em>non-inferior</em> allows;{' '}
      <em>tie</em> is that with 0 in the interval. <b>Bold</b>: not shown to be less accurate than the most accurate,
      and of those not shown to be dearer than the cheapest. p is exact and adjusted for{' '}
      {counted(compared, 'comparison')} (Holm); <em>needs</em>: about how many more questions would tell.
    </>
  )
}

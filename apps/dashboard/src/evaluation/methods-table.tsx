'use client'
import type { FinalStatistics } from '@cges-fleet/core'
import { Fragment } from 'react'
import { shareDomain } from '../charts/share-domain'
import { familyTitle } from '../families/family-title'
import { groupByFamily } from '../families/group-by-family'
import type { NamedReport } from '../families/name-methods'
import { CopyTable } from '../format/table/copy-table'
import { DeltaRow } from '../statistics/delta-row'
import { baselineAmong } from '../statistics/story-of'
import { MethodsFootnote } from './methods-footnote'
import { MethodRow } from './method-row'

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

import type { FinalStatistics } from '@cges-fleet/core'
import { Fragment } from 'react'
import { shareDomain } from '../charts/share-domain'
import { groupByFamily } from '../families/group-by-family'
import type { NamedReport } from '../families/name-methods'
import { MethodDeltas } from '../statistics/method-deltas'
import { MethodsFootnote } from './methods-footnote'
import { MethodRow } from './method-row'

interface Props {
  /** The evaluation's id: figures that count questions lead to them. */
  readonly id: string
  readonly reports: readonly NamedReport[]
  /** Samples really drawn, shared by all methods. */
  readonly drawn: number
  readonly final: FinalStatistics | null
}

/** Table 1: every method's accuracy and cost, in an order no result changes. */
export function MethodsTable({ id, reports, drawn, final }: Props) {
  const domain = shareDomain(reports)
  return (
    <section className="panel" aria-labelledby="methods-title">
      <h2 id="methods-title">Methods</h2>
      <table role="table" className="methods" data-testid="methods">
        <MethodsHead domain={domain} />
        {groupByFamily(reports).map(({ family, reports: ofFamily }) => (
          <tbody role="rowgroup" key={family}>
            {ofFamily.map((report) => (
              <Fragment key={report.key}>
                <MethodRow id={id} report={report} domain={domain} />
                {final === null ? null : <MethodDeltas report={report} reports={reports} final={final} />}
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
          Calls saved against SC
        </th>
        <th role="columnheader" scope="col">
          Resolved
        </th>
      </tr>
    </thead>
  )
}

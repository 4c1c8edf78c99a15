import { shareDomain } from '../charts/share-domain'
import { groupByFamily } from '../families/group-by-family'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { MethodRow } from './method-row'

interface Props {
  readonly reports: readonly NamedReport[]
  /** Samples really drawn, shared by all methods. */
  readonly drawn: number
}

/** Table 1: every method's accuracy and cost, in an order no result changes. */
export function MethodsTable({ reports, drawn }: Props) {
  const domain = shareDomain(reports)
  const interim = reports.some((report) => report.interim)
  return (
    <section className="panel" aria-labelledby="methods-title">
      <h2 id="methods-title">Methods</h2>
      <table role="table" className="methods" data-testid="methods">
        <MethodsHead domain={domain} />
        {groupByFamily(reports).map(({ family, reports: ofFamily }) => (
          <tbody role="rowgroup" key={family}>
            {ofFamily.map((report) => (
              <MethodRow key={report.key} report={report} domain={domain} />
            ))}
          </tbody>
        ))}
      </table>
      <p className="footnote">
        Accuracy with its 95% interval. Calls are what a method would be charged if it ran alone; {formatCount(drawn)}{' '}
        samples were really drawn, shared by all methods here.
        {interim ? (
          <>
            {' '}
            <em>interim</em>: accuracy if stopped now, each open trial counted by its current leader; the light bar
            spans what it can still become. Looking repeatedly makes a 95% interval cover less.
          </>
        ) : null}
      </p>
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

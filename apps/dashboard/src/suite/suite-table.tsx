import Link from 'next/link'
import { Fragment } from 'react'
import type { LetteredEvaluation } from '../compare/named-comparison'
import { Marker } from '../families/marker'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { Status } from '../frame/status'
import { SuiteCells } from './suite-cells'
import { SuiteDeltas } from './suite-deltas'
import type { SuiteTable as Table } from './suite-table-of'

interface Props {
  readonly evaluations: readonly LetteredEvaluation[]
  readonly table: Table
  /** Whether intervals are on their way. */
  readonly isAwaited: boolean
}

/** Methods by benchmarks with their averages, and under each method its differences to the baseline. */
export function SuiteTable({ evaluations, table: { rows, withheld }, isAwaited }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="scroll-sideways" tabIndex={0} role="region" aria-label="The suite’s table">
      <table className="suite" data-testid="suite">
        <SuiteHead evaluations={evaluations} withheld={withheld} />
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.method.key}>
              <tr data-method={row.method.key}>
                <th scope="row" title={row.method.key}>
                  <Marker identity={row.method.identity} /> {row.method.name}
                </th>
                <SuiteCells row={row} evaluations={evaluations} withheld={withheld} />
              </tr>
              {row.cells.every(({ delta }) => delta === null) ? null : (
                <SuiteDeltas row={row} evaluations={evaluations} isAwaited={isAwaited} />
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SuiteHead({ evaluations, withheld }: Pick<Props, 'evaluations'> & Pick<Table, 'withheld'>) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          Method
        </th>
        {evaluations.map((each) => (
          <ColumnHead key={each.evaluation.id} of={each} />
        ))}
        <th scope="colgroup" colSpan={2}>
          Average
          <span className="under">{withheld === null ? `over ${evaluations.length}` : 'withheld'}</span>
        </th>
      </tr>
      <tr>
        {[...evaluations.map(({ letter }) => letter), 'average'].map((column) => (
          <Fragment key={column}>
            <th scope="col" className="number">
              Acc, %
            </th>
            <th scope="col" className="number">
              Calls
            </th>
          </Fragment>
        ))}
      </tr>
    </thead>
  )
}

function ColumnHead({ of: { evaluation } }: { readonly of: LetteredEvaluation }) {
  const { id, name, benchmark, pool, status } = evaluation
  return (
    <th scope="colgroup" colSpan={2} data-evaluation={id}>
      <Link href={`/evaluations/${encodeURIComponent(id)}`} title={name}>
        {benchmark.title}
      </Link>
      <span className="under">{pool.model}</span>
      <ProvenanceBadge {...evaluation} />
      {status === 'done' ? null : <Status status={status} />}
    </th>
  )
}

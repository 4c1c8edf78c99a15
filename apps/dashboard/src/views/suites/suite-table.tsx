import { failedOf, failedTrials } from '@cges-fleet/core/status-words'
import Link from 'next/link'
import { Fragment } from 'react'
import { QuestionsLink } from '../../addresses/questions-link'
import { SuiteDeltas } from './suite-deltas'
import type { SuiteCell, SuiteRow, ComparedSuite } from './suite-rows'
import { costText } from '../../ui/charts/scatter-points'
import { Missing, Status } from '../../ui/format/marks'
import { formatBetween, formatCalls, formatInterval } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import type { LetteredEvaluation } from '../compare/comparison'

interface Props {
  readonly evaluations: readonly LetteredEvaluation[]
  readonly table: ComparedSuite
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

const AVERAGE = 'average'

function SuiteHead({ evaluations, withheld }: Pick<Props, 'evaluations'> & Pick<ComparedSuite, 'withheld'>) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          Method
        </th>
        {evaluations.map((each) => (
          <ColumnHead key={each.evaluation.id} of={each} />
        ))}
        <th scope="colgroup" colSpan={2} className="average">
          Average
          <span className="under">{withheld === null ? `over ${evaluations.length}` : 'withheld'}</span>
        </th>
      </tr>
      <tr>
        {[...evaluations.map(({ letter }) => letter), AVERAGE].map((column) => (
          <Fragment key={column}>
            <th scope="col" className={column === AVERAGE ? 'number average' : 'number'}>
              Acc, %
            </th>
            <th scope="col" className={column === AVERAGE ? 'number average' : 'number'}>
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
      {status === 'done' && failedOf(evaluation) === null ? null : <Status of={evaluation} />}
    </th>
  )
}

interface SuiteCellsProps {
  readonly row: SuiteRow
  readonly evaluations: readonly LetteredEvaluation[]
  readonly withheld: string | null
}

/** A method's accuracy and calls on every benchmark, and on average. */
function SuiteCells({ row: { cells, average, method }, evaluations, withheld }: SuiteCellsProps) {
  const isIncomplete = cells.some(({ report }) => report !== null && failedTrials(report) !== null)
  return (
    <>
      {cells.map((cell, at) => (
        <Cell key={evaluations[at]?.letter ?? at} cell={cell} id={evaluations[at]?.evaluation.id ?? ''} />
      ))}
      <td className="number average" data-average={method.key}>
        {average === null ? <Missing why={withheld ?? 'a column lacks it'} /> : percent(average.accuracy)}
        {average !== null && isIncomplete ? <span className="under warn">incomplete</span> : null}
      </td>
      <td className="number average">
        {average === null ? (
          <Missing why={withheld ?? 'a column lacks it'} />
        ) : (
          <>
            {formatCalls(average.calls)}
            <Tokens tokens={average.tokens} />
          </>
        )}
      </td>
    </>
  )
}

function Cell({ cell: { report, isMostAccurate, isCheapest }, id }: { readonly cell: SuiteCell; readonly id: string }) {
  if (report === null) {
    return (
      <>
        <td className="number" title="this evaluation does not have the method">
          n/a
        </td>
        <td className="number">n/a</td>
      </>
    )
  }
  const { key, accuracy, calls, interim } = report
  const failed = failedTrials(report)
  if (interim) return <InterimCell report={report} />
  return (
    <>
      <td className={`number ${isMostAccurate ? 'best' : ''}`}>
        {accuracy === null ? (
          <Missing why="no trial was resolved" />
        ) : (
          <>
            <QuestionsLink id={id} of={{ method: key, verdict: 'correct' }}>
              {percent(accuracy.value)}
            </QuestionsLink>
            <span className="under">{formatInterval(accuracy)}</span>
            {failed === null ? null : <span className="under warn">{failed}</span>}
          </>
        )}
      </td>
      <td className={`number ${isCheapest ? 'best' : ''}`}>
        {calls === null ? <Missing why="no trial was resolved" /> : formatCalls(calls)}
        <Tokens tokens={report.tokens} />
      </td>
    </>
  )
}

/** The tokens generated in these calls. */
function Tokens({ tokens }: { readonly tokens: number | null }) {
  return tokens === null ? null : <span className="under">{costText(tokens, 'tokens')}</span>
}

/** Never in the words of a final figure. */
function InterimCell({ report: { live, accuracyBounds, calls } }: { readonly report: NamedReport }) {
  return (
    <>
      <td className="number interim">
        {live === null ? null : <>so far {percent(live.value)}</>}
        <span className="under">will end {formatBetween(live ?? accuracyBounds)}</span>
      </td>
      <td className="number interim">
        {calls === null ? <Missing why="there is no estimate yet" /> : `about ${formatCalls(calls)}`}
      </td>
    </>
  )
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

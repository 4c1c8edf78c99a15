import { failedOf, failedTrials } from '@cges-fleet/core/status-words'
import { Fragment, useContext } from 'react'
import { QuestionsLink } from '../../addresses/questions-link'
import { ByShareLink, TeamLink } from '../../addresses/team-link'
import { InterimCell } from './interim-cell'
import { suiteCostWords } from './suite-cost'
import { SuiteDeltas } from './suite-deltas'
import { hasDeltas, type SuiteCell, type SuiteMatrix, type SuiteRow, type SuiteSection } from './suite-rows'
import { costText } from '../../ui/charts/scatter-points'
import { Missing, Status } from '../../ui/format/marks'
import { formatCalls, formatInterval } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import type { LetteredEvaluation } from '../compare/comparison'
import { ScrollRegion } from '../../ui/table/scroll-region'

interface Props {
  readonly matrix: SuiteMatrix
  /** Whether intervals are on their way. */
  readonly isAwaited: boolean
}

/** Methods by benchmarks with their averages, a model after another; under each method its differences to the baseline. */
export function SuiteTable({ matrix: { columns, sections }, isAwaited }: Props) {
  const only = sections.length === 1 ? sections[0] : undefined
  return (
    <ScrollRegion label="The suite’s table">
      <table className="suite" data-testid="suite">
        <SuiteHead columns={columns} only={only} />
        {sections.map((section) => (
          <tbody key={section.pool} data-pool={section.pool}>
            {only === undefined ? <ModelRow section={section} /> : null}
            <MethodRows section={section} isAwaited={isAwaited} />
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

function MethodRows({ section, isAwaited }: { readonly section: SuiteSection; readonly isAwaited: boolean }) {
  return section.table.rows.map((row) => (
    <Fragment key={row.method.key}>
      <tr data-method={row.method.key}>
        <th scope="row" title={row.method.key}>
          <Marker identity={row.method.identity} /> {row.method.name}
        </th>
        <SuiteCells row={row} section={section} />
      </tr>
      {hasDeltas(row.cells) ? <SuiteDeltas row={row} section={section} isAwaited={isAwaited} /> : null}
    </Fragment>
  ))
}

const AVERAGE = 'average'

interface HeadProps {
  readonly columns: readonly string[]
  /** The only model’s part, whose evaluations the columns then are. */
  readonly only: SuiteSection | undefined
}

function SuiteHead({ columns, only }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          Method
        </th>
        {columns.map((title, at) => {
          const of = only?.evaluations[at]
          return of === undefined ? (
            <th key={`${title} ${at}`} scope="colgroup" colSpan={2}>
              {title}
            </th>
          ) : (
            <ColumnHead key={of.evaluation.id} of={of} />
          )
        })}
        <th scope="colgroup" colSpan={2} className="average">
          Average
          {only === undefined ? null : <span className="under">{averageWords(only)}</span>}
        </th>
      </tr>
      <tr>
        {[...columns.map((title, at) => `${title} ${at}`), AVERAGE].map((column) => (
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

function averageWords({ table: { withheld }, evaluations }: SuiteSection): string {
  return withheld === null ? `over ${evaluations.length}` : 'withheld'
}

/** The model of the rows below, with its evaluation of each benchmark, or that there is none. */
function ModelRow({ section }: { readonly section: SuiteSection }) {
  const { pool, model, places, evaluations } = section
  return (
    <tr className="model">
      <th scope="row">
        {model}
        {pool === model ? null : <span className="under">{pool}</span>}
      </th>
      {places.map((place, at) => {
        const of = place === null ? undefined : evaluations[place]
        return (
          <td key={of?.evaluation.id ?? at} colSpan={2} data-evaluation={of?.evaluation.id}>
            {of === undefined ? <span className="muted">not run</span> : <EvaluationLink of={of} />}
          </td>
        )
      })}
      <td colSpan={2} className="average">
        {averageWords(section)}
      </td>
    </tr>
  )
}

function EvaluationLink({ of: { evaluation } }: { readonly of: LetteredEvaluation }) {
  const { id, name, status } = evaluation
  return (
    <>
      <TeamLink href={`/evaluations/${encodeURIComponent(id)}`}>{name}</TeamLink>
      <ProvenanceBadge {...evaluation} />
      {status === 'done' && failedOf(evaluation) === null ? null : <Status of={evaluation} />}
      <ColumnCost of={evaluation} />
    </>
  )
}

/** What an evaluation cost, for its team alone. */
function ColumnCost({ of: { cost } }: { readonly of: LetteredEvaluation['evaluation'] }) {
  const words = useContext(ByShareLink) ? null : suiteCostWords([cost])
  return words === null ? null : (
    <span className="under" data-testid="column-cost">
      {words}
    </span>
  )
}

function ColumnHead({ of: { evaluation } }: { readonly of: LetteredEvaluation }) {
  const { id, name, benchmark, pool, status } = evaluation
  return (
    <th scope="colgroup" colSpan={2} data-evaluation={id}>
      <TeamLink href={`/evaluations/${encodeURIComponent(id)}`} title={name}>
        {benchmark.title}
      </TeamLink>
      <span className="under">{pool.model}</span>
      <ProvenanceBadge {...evaluation} />
      {status === 'done' && failedOf(evaluation) === null ? null : <Status of={evaluation} />}
      <ColumnCost of={evaluation} />
    </th>
  )
}

interface SuiteCellsProps {
  readonly row: SuiteRow
  readonly section: SuiteSection
}

/** A method's accuracy and calls on every benchmark, and on average. */
function SuiteCells({ row: { cells, average, method }, section }: SuiteCellsProps) {
  const { withheld } = section.table
  const isIncomplete = cells.some(({ report }) => report !== null && failedTrials(report) !== null)
  return (
    <>
      {section.places.map((place, at) => {
        const cell = place === null ? undefined : cells[place]
        const id = place === null ? undefined : section.evaluations[place]?.evaluation.id
        return cell === undefined || id === undefined ? <NotRun key={at} /> : <Cell key={id} cell={cell} id={id} />
      })}
      <td className="number average" data-average={method.key}>
        {average === null ? <Missing why={withheld ?? 'a column has no figure'} /> : percent(average.accuracy)}
        {average !== null && isIncomplete ? <span className="under warn">incomplete</span> : null}
      </td>
      <td className="number average">
        {average === null ? (
          <Missing why={withheld ?? 'a column has no figure'} />
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

/** Two cells of a benchmark that this model was not asked. */
function NotRun() {
  return (
    <>
      <td className="number muted">—</td>
      <td className="number muted">—</td>
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
          <Missing why="no question is finished" />
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
        {calls === null ? <Missing why="no question is finished" /> : formatCalls(calls)}
        <Tokens tokens={report.tokens} />
      </td>
    </>
  )
}

/** The tokens generated in these calls. */
function Tokens({ tokens }: { readonly tokens: number | null }) {
  return tokens === null ? null : <span className="under">{costText(tokens, 'tokens')}</span>
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

import { costText } from '../charts/cost-text'
import type { NamedReport } from '../families/name-methods'
import type { LetteredEvaluation } from '../compare/named-comparison'
import { formatCalls } from '../format/format-calls'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { Missing } from '../frame/missing'
import { QuestionsLink } from '../questions/questions-link'
import type { SuiteCell, SuiteRow } from './suite-table-of'

interface Props {
  readonly row: SuiteRow
  readonly evaluations: readonly LetteredEvaluation[]
  readonly withheld: string | null
}

/** A method's accuracy and calls on every benchmark, and on average. */
export function SuiteCells({ row: { cells, average, method }, evaluations, withheld }: Props) {
  return (
    <>
      {cells.map((cell, at) => (
        <Cell key={evaluations[at]?.letter ?? at} cell={cell} id={evaluations[at]?.evaluation.id ?? ''} />
      ))}
      <td className="number average" data-average={method.key}>
        {average === null ? <Missing why={withheld ?? 'a column lacks it'} /> : percent(average.accuracy)}
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
        <span className="under">will end between {formatRange(live ?? accuracyBounds)}</span>
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

import type { EarlyDifference } from '@cges-fleet/core'
import type { SuiteCell, SuiteRow, SuiteSection } from './suite-rows'
import { JudgementWord } from '../../ui/format/judgements'
import { formatCalls, formatPoints, formatPointsInterval, signed } from '../../ui/format/numbers'
import { TokensDelta } from '../compare/differences-table'

interface Props {
  readonly row: SuiteRow
  readonly section: SuiteSection
  readonly isAwaited: boolean
}

/** A method's differences to the baseline of each evaluation, and on average with its stratified interval. */
export function SuiteDeltas({ row: { cells, averageDelta, averageTokensDelta }, section, isAwaited }: Props) {
  const averageAwaited = isAwaited && cells.every(({ delta }) => delta !== null)
  const [base = ''] = cells.flatMap(({ delta, early }) => (delta ?? early)?.base.name ?? [])
  return (
    <tr className="delta">
      <th scope="row">
        <span className="aside">Δ against {base}</span>
      </th>
      <Deltas cells={cells} section={section} isAwaited={isAwaited} />
      <td className="number average">
        {averageDelta === null ? (
          <Awaited isAwaited={averageAwaited} />
        ) : (
          <>
            {formatPoints(averageDelta.accuracy.value)}
            <span className="under">{formatPointsInterval(averageDelta.accuracy)}</span>
          </>
        )}
      </td>
      <td className="number average">
        {averageDelta === null ? (
          <Awaited isAwaited={averageAwaited} />
        ) : (
          <>
            {signed(formatCalls(averageDelta.calls.value))}
            <span className="under">
              [{signed(formatCalls(averageDelta.calls.low))}, {signed(formatCalls(averageDelta.calls.high))}]
            </span>
            <TokensDelta tokens={averageTokensDelta} />
          </>
        )}
      </td>
    </tr>
  )
}

interface DeltasProps extends Omit<Props, 'row'> {
  readonly cells: readonly SuiteCell[]
}

function Deltas({ cells, section, isAwaited }: DeltasProps) {
  return section.places.map((place, at) => (
    <Delta
      key={section.evaluations[place ?? -1]?.letter ?? at}
      cell={place === null ? undefined : cells[place]}
      isAwaited={isAwaited}
    />
  ))
}

/** A placeholder for a figure that is being computed, so that the table does not jump when it arrives. */
function Awaited({ isAwaited }: Pick<Props, 'isAwaited'>) {
  return isAwaited ? (
    <span className="muted">
      …<span className="under">[…]</span>
    </span>
  ) : null
}

interface DeltaProps extends Pick<Props, 'isAwaited'> {
  /** Undefined for a benchmark that was not run. */
  readonly cell: SuiteCell | undefined
}

function Delta({ cell, isAwaited }: DeltaProps) {
  const { delta = null, early = null, tokensDelta = null } = cell ?? {}
  if (early !== null) return <EarlyDelta early={early.early} />
  if (delta === null) {
    return (
      <>
        <td />
        <td />
      </>
    )
  }
  const { counts, difference } = delta
  return (
    <>
      <td className="number">
        {formatPoints(counts.accuracy)}{' '}
        {difference === null ? (
          <span className="muted">{isAwaited ? 'being computed' : 'not known'}</span>
        ) : (
          <JudgementWord comparison={difference} />
        )}
        <span className="under">{difference === null ? '[…]' : formatPointsInterval(difference.accuracy)}</span>
      </td>
      <td className="number">
        {signed(formatCalls(counts.calls))}
        <TokensDelta tokens={tokensDelta} />
      </td>
    </>
  )
}

/** A difference of an evaluation that ended early, in the words of what it decided. */
function EarlyDelta({ early }: { readonly early: EarlyDifference }) {
  const { accuracy, calls } = early
  return (
    <>
      <td className="number interim">
        decided {formatPoints(accuracy.value)} <JudgementWord comparison={early} />
        <span className="under">{formatPointsInterval(accuracy)} for all questions</span>
      </td>
      <td className="number interim">{signed(formatCalls(calls))}</td>
    </>
  )
}

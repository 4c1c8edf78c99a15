import { counted } from '@cges-fleet/core/counted'
import { formatCalls } from '../format/format-calls'
import { formatChange } from '../format/format-change'
import { formatCount } from '../format/format-count'
import { formatP } from '../format/format-p'
import { formatPoints, formatPointsInterval, signed } from '../format/format-points'
import { Marker } from '../families/marker'
import { JudgementWord } from '../statistics/judgement-word'
import { judgedFinding } from './judged-finding'
import { type JudgedPair, tokensMore } from './judged-pairs'
import { pairName } from './named-comparison'
import { TokensDelta } from './tokens-delta'

interface Props {
  readonly judged: readonly JudgedPair[]
  /** Why there is no interval yet. */
  readonly waiting: string
}

/** The paired differences: a summary, then accuracy with interval and judgement, calls, and the certainty. */
export function DifferencesTable(props: Props) {
  return (
    <>
      <p className="judged-finding" data-testid="judged-finding">
        {judgedFinding(props.judged) ?? ''}
      </p>
      <Table {...props} />
    </>
  )
}

function Table({ judged, waiting }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Table of differences">
      <table className="differences" data-testid="differences">
        <thead>
          <tr>
            <th scope="col">Compared</th>
            <th scope="col" className="number">
              Δ accuracy, points
            </th>
            <th scope="col">Judged</th>
            <th scope="col" className="number">
              Δ calls a question
            </th>
            <th scope="col" className="number">
              p (Holm)
            </th>
            <th scope="col" className="number">
              Shared
            </th>
          </tr>
        </thead>
        <tbody>
          {judged.map((each) => (
            <Row key={pairName(each)} judged={each} waiting={waiting} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ judged, waiting }: { readonly judged: JudgedPair; readonly waiting: string }) {
  const { counts, difference, own, pair } = judged
  return (
    <tr data-pair={`${pair.evaluation} ${pair.method}`}>
      <th scope="row">
        {own.report === null ? null : <Marker identity={own.report.identity} />} {pairName(judged)}
      </th>
      <td className="number">
        <strong>{formatPoints(counts.accuracy)}</strong>{' '}
        <span className="aside">{difference === null ? waiting : formatPointsInterval(difference.accuracy)}</span>
      </td>
      <td>{difference === null ? null : <JudgementWord comparison={difference} />}</td>
      <td className="number">
        {signed(formatCalls(counts.calls))}{' '}
        <span className="aside">{counts.baseCalls === 0 ? '' : formatChange(counts.calls / counts.baseCalls)}</span>
        <TokensDelta tokens={tokensMore(judged)} />
      </td>
      <td className="number" title={difference === null ? undefined : `unadjusted ${formatP(difference.p)}`}>
        {difference === null ? '' : formatP(difference.holmP)}
      </td>
      <td className="number">
        {formatCount(counts.questions)}{' '}
        {counts.trials === counts.questions ? 'questions' : `questions, ${counted(counts.trials, 'trial')}`}
      </td>
    </tr>
  )
}

import type { FinalStatistics, PairedComparison } from '@cges-fleet/core'
import { liveDifferenceWords } from '@cges-fleet/core/live-words'
import { questionsToKeepUp } from '@cges-fleet/statistics/questions-needed'
import { QuestionsLink } from '../../addresses/questions-link'
import { JudgementWord } from '../../ui/format/judgements'
import { Missing } from '../../ui/format/marks'
import {
  formatAbout,
  formatChange,
  formatCount,
  formatP,
  formatPoints,
  formatPointsInterval,
} from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { Lines } from './cell-lines'

interface DeltaCellProps {
  readonly report: NamedReport
  readonly baseline: NamedReport | null
  readonly final: FinalStatistics | null
}

/** A method's difference in accuracy to its baseline: judged, or so far, or why there is none. */
export function DeltaCell({ report, baseline, final }: DeltaCellProps) {
  if (baseline === null || report.key === baseline.key)
    return <Undifferent words={baseline === null ? '' : 'baseline'} />
  if (final === null) return <LiveDelta report={report} />
  const comparison = final.methods.find(({ key }) => key === report.key)?.comparison ?? null
  if (comparison === null) return <Undifferent words="not compared" />
  return (
    <td role="cell" data-cell="delta" data-delta={report.key} data-label="Difference, points">
      <Lines
        first={
          <>
            <span
              className="value"
              title={`points, over ${formatCount(comparison.trials)} pairs with ${comparison.baseline}`}
            >
              Δ {formatPoints(comparison.accuracy.value)}
            </span>
            <JudgementWord comparison={comparison} />
          </>
        }
        second={<HowSure comparison={comparison} margin={final.margin} />}
      />
    </td>
  )
}

function Undifferent({ words }: { readonly words: string }) {
  return (
    <td role="cell" data-cell="delta" data-waiting="" data-label="Difference, points">
      <span className="aside">{words}</span>
    </td>
  )
}

function LiveDelta({ report }: Pick<DeltaCellProps, 'report'>) {
  const difference = report.live?.difference ?? null
  if (difference === null) return <Undifferent words={report.interim ? 'once both have a verdict' : 'being computed'} />
  const { value, tag, ends } = liveDifferenceWords(difference, report.live?.decided === true)
  return (
    <td
      role="cell"
      data-cell="delta"
      data-live-delta={report.key}
      data-label={`Difference ${tag}, points`}
      className="interim"
    >
      <Lines
        first={
          <>
            <span className="value">Δ {value}</span>
            <span className="tag">{tag}</span>
          </>
        }
        second={<span>{ends}</span>}
      />
    </td>
  )
}

function HowSure({ comparison, margin }: { readonly comparison: PairedComparison; readonly margin: number }) {
  const { p, midP, holmP, accuracy, questions, judgement } = comparison
  const more = judgement === 'inconclusive' ? questionsToKeepUp(accuracy, questions, margin) : null
  const needs = more === null || more === 0 ? '' : `; about ${formatAbout(more)} more questions would be enough`
  return (
    <span title={`p ${formatP(holmP)} after Holm; unadjusted ${formatP(p)}, mid-p ${formatP(midP)}${needs}`}>
      {formatPointsInterval(accuracy)}
    </span>
  )
}

/** The share of the baseline's calls that a method saves; below 0 it makes more. */
export function SavedCell({ report, baseline, final }: DeltaCellProps) {
  const saved = baseline === null ? null : savedAgainst(report, baseline)
  const comparison = final?.methods.find(({ key }) => key === report.key)?.comparison ?? null
  const before = final?.methods.find(({ key }) => key === comparison?.baseline)?.calls?.value ?? 0
  const share = (part: number) => formatChange(-part / before).replace('+', '')
  return (
    <td role="cell" data-cell="saved" data-label="Calls saved" className={report.interim ? 'interim' : ''}>
      <Lines
        first={
          <span className="value">
            {baseline !== null && report.key === baseline.key ? (
              <Missing why="this is the baseline: the others are compared with it" />
            ) : saved === null ? (
              <Missing why="there is no estimate yet" />
            ) : (
              formatChange(saved).replace('+', '')
            )}
          </span>
        }
        second={
          comparison === null || before === 0 ? null : (
            <span>
              {share(comparison.calls.high).replace('%', '')} to {share(comparison.calls.low)}
            </span>
          )
        }
      />
    </td>
  )
}

/** The share of a baseline's calls that a method saves, by the calls shown of both; null where one is not known. */
export function savedAgainst(report: NamedReport, baseline: NamedReport): number | null {
  const live = report.live === null || baseline.live === null ? null : [report.live.calls, baseline.live.calls]
  const [own = null, before = null] = live ?? [report.calls, baseline.calls]
  return own === null || before === null || before === 0 ? null : 1 - own / before
}

/** The questions that only one of two methods has right, and those that it has wrong or not at all. */
export function QuestionsCell({
  id,
  report,
  final,
}: Pick<DeltaCellProps, 'report' | 'final'> & { readonly id: string }) {
  const { key: method, resolved, trials, blocked, accuracyBounds } = report
  const comparison = final?.methods.find(({ key }) => key === method)?.comparison ?? null
  const wrong = resolved - Math.round(accuracyBounds.low * trials)
  const count = (verdict: 'wrong' | 'unresolved' | 'blocked', number: number) => (
    <QuestionsLink key={verdict} id={id} of={{ method, verdict }}>
      {formatCount(number)} {verdict === 'unresolved' ? 'open' : verdict === 'blocked' ? 'failed' : 'wrong'}
    </QuestionsLink>
  )
  return (
    <td role="cell" data-cell="questions" data-label="Questions">
      <Lines
        first={
          comparison === null ? (
            <span className="aside">{formatCount(resolved)} finished</span>
          ) : (
            <Pairs id={id} method={method} comparison={comparison} />
          )
        }
        second={
          <>
            {count('wrong', wrong)}
            {trials - resolved === blocked ? null : count('unresolved', trials - resolved)}
            {blocked === 0 ? null : <span className="warn">{count('blocked', blocked)}</span>}
          </>
        }
      />
    </td>
  )
}

interface PairsProps {
  readonly id: string
  readonly method: string
  readonly comparison: PairedComparison
}

/** How many questions one of the two alone has right: all that a difference rests on. */
function Pairs({ id, method, comparison: { baseline: versusMethod, won, lost } }: PairsProps) {
  return (
    <span className="nowrap" title={`right where ${versusMethod} is wrong, and the other way round`}>
      <QuestionsLink id={id} of={{ method, agreement: 'this', versusMethod }}>
        {formatCount(won)} won
      </QuestionsLink>{' '}
      <QuestionsLink id={id} of={{ method, agreement: 'other', versusMethod }}>
        {formatCount(lost)} lost
      </QuestionsLink>
    </span>
  )
}

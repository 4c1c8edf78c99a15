import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { counted, countedOf, inNumber } from '@cges-fleet/core/counted'
import { notComparedWords } from '@cges-fleet/core/note-words'
import { failedOf } from '@cges-fleet/core/status-words'
import { questionsToKeepUp, trialsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
import { type ReactNode, useContext } from 'react'
import { WhyItWaits } from './why-it-waits'
import { changeInCalls, differenceWords } from '../../ui/format/judgements'
import { formatAbout, formatCalls, formatCount, formatShare } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'
import { OnPaper } from '../../ui/shell/on-paper'
import { type Compared, liveNeeds, saysWhere, type Story as Told, storyOf } from './statistics/story'

interface Props {
  readonly view: EvaluationView
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics | null
}

/**
 * The page's first sentence: which method reaches which accuracy at which cost if that is settled, else what is
 * missing.
 */
export function Story({ view, reports, final }: Props) {
  const story = storyOf(view, reports, final)
  const onPaper = useContext(OnPaper)
  const failed = failedOf(view)
  const { head, detail } = toldOf(story, { view, margin: final?.margin ?? 0 })
  return (
    <div className="lead" data-testid="lead" data-story={story.kind}>
      <p className="lead-head">
        {failed === null ? null : <span className="lead-when">Incomplete, {failed}: </span>}
        {head}
      </p>
      <p className="lead-detail">{detail}</p>
      {onPaper ? null : <WhyItWaits view={view} />}
    </div>
  )
}

interface Telling {
  readonly head: ReactNode
  readonly detail: ReactNode
}

interface Around {
  readonly view: EvaluationView
  readonly margin: number
}

function toldOf(story: Told, around: Around): Telling {
  switch (story.kind) {
    case 'nothing':
      return {
        head: 'No trial has resolved yet.',
        detail:
          'Costs are estimated from the first that does; how accurate a method will be is told from the first question of the order that closes.',
      }
    case 'running':
      return runningTold(story.baseline, around.view)
    case 'unfinished':
      return {
        head: 'It ended before every trial was closed, so no method is judged.',
        detail: 'What was measured stays below, as interim. Extending it lets it go on.',
      }
    case 'computing':
      return {
        head: `${around.view.trials.blocked === 0 ? 'Every trial is closed' : 'Every trial is closed or blocked'}. Which method keeps up is being computed.`,
        detail:
          'Differences question by question, their intervals and tests take some seconds; until they are there, nothing is recommended.',
      }
    case 'uncompared':
      return {
        head: <Alone report={story.first} />,
        detail: `Methods are not compared: ${story.why === null ? 'no two of them have verdicts on the same trials' : story.why.kind === 'blocked' ? 'too many trials are blocked' : notComparedWords(story.why)}.`,
      }
    case 'none':
      return noneTold(story.compared, around)
    case 'pick':
      return pickTold(story, around)
  }
}

function runningTold(baseline: NamedReport | null, { trials }: EvaluationView): Telling {
  const open = trials.total - trials.closed - trials.blocked
  const head = (
    <>
      <span className="lead-when">Interim: </span>
      {countedOf(open, trials.total, 'trial')} {inNumber(open, 'is', 'are')} open, so nothing is settled yet.
    </>
  )
  const rule = 'No method is judged before every trial is closed.'
  if (baseline?.live == null) return { head, detail: rule }
  const { value, low, high, n } = baseline.live
  const more = trialsUntilNarrow(baseline.trials, n, Math.min(1, value))
  const needs =
    more === null
      ? ' Only the end brings it within ±5 points.'
      : more === 0
        ? ''
        : ` About ${formatAbout(more)} more questions bring it within ±5 points.`
  if (!saysWhere(baseline.live))
    return {
      head,
      detail: `Too few are closed to say where ${baseline.name} will end; it ${liveNeeds(baseline.live, baseline.trials)}. ${rule}`,
    }
  const standing = `has ${formatShare(value)} right so far and will end between ${(100 * low).toFixed(1)} and ${formatShare(high)}.`
  return { head, detail: `${baseline.name} ${standing}${needs} ${rule}` }
}

function pickTold({ pick, cheaper, better }: Told & { readonly kind: 'pick' }, { margin }: Around): Telling {
  const { report, baseline, comparison, change } = pick
  const isBetter = comparison.judgement === 'better'
  const head = (
    <>
      <Named report={report} /> {isBetter ? 'is more accurate than' : 'has the same accuracy as'} {baseline.name}{' '}
      {isBetter ? '' : `(it loses less than ${points(margin)}) `}at <Amount>{changeInCalls(change)}</Amount>:{' '}
      <Amount>{formatCalls(report.calls ?? Number.NaN)}</Amount> a question instead of{' '}
      {formatCalls(baseline.calls ?? Number.NaN)}.
    </>
  )
  const others = better.map((each) => ` ${each.report.name} is more accurate: ${differenceWords(each.comparison)}.`)
  const open = cheaper.map(
    (each) =>
      ` Cheaper, but not settled: ${each.report.name}, ${differenceWords(each.comparison)}${needed(each, margin)}.`,
  )
  return {
    head,
    detail: `${differenceWords(pick.comparison)} on the same ${counted(comparison.questions, 'question')}.${others.join('')}${open.slice(0, 2).join('')}`,
  }
}

function noneTold(compared: readonly Compared[], { margin }: Around): Telling {
  const worse = compared.filter(({ comparison }) => comparison.judgement === 'worse')
  const open = compared.filter(({ comparison }) => comparison.judgement === 'inconclusive')
  const nearest = open.toSorted((a, b) => b.comparison.accuracy.low - a.comparison.accuracy.low)[0]
  const name = compared[0]?.baseline.name ?? 'the baseline'
  const told = [
    ...(worse.length === 0
      ? []
      : [`${worse.length} of ${compared.length} ${inNumber(worse.length, 'is', 'are')} worse.`]),
    ...(open.length === 0 ? [] : [`${open.length} could still lose ${points(margin)} or more.`]),
    ...(nearest === undefined
      ? []
      : [`Nearest: ${nearest.report.name}, ${differenceWords(nearest.comparison)}${needed(nearest, margin)}.`]),
  ]
  return { head: <strong>No method is shown to keep the accuracy of {name}.</strong>, detail: told.join(' ') }
}

function needed({ comparison }: Compared, margin: number): string {
  const more = questionsToKeepUp(comparison.accuracy, comparison.questions, margin)
  return more === null || more === 0
    ? ''
    : ` (about ${formatAbout(more)} more questions would tell, if the difference stays)`
}

function points(margin: number): string {
  const count = 100 * margin
  return `${count.toFixed(0)} ${inNumber(count, 'point', 'points')}`
}

function Alone({ report }: { readonly report: NamedReport | null }) {
  if (report === null || report.accuracy === null || report.calls === null) return <>There is no accuracy to tell.</>
  return (
    <>
      <Named report={report} /> reaches <Amount>{formatShare(report.accuracy.value)}</Amount>
      {report.blocked === 0 ? '' : ` of the ${formatCount(report.resolved)} that did not fail,`} at{' '}
      <Amount>{formatCalls(report.calls)}</Amount> calls a question.
    </>
  )
}

function Named({ report }: { readonly report: NamedReport }) {
  return (
    <span className="lead-name">
      <Marker identity={report.identity} /> <strong>{report.name}</strong>
    </span>
  )
}

function Amount({ children }: { readonly children: string }) {
  return <span className="lead-number">{children}</span>
}

import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { counted, countedOf } from '@cges-fleet/core/counted'
import { liveDifferenceWords } from '@cges-fleet/core/live-words'
import { notComparedWords } from '@cges-fleet/core/note-words'
import { failedOf } from '@cges-fleet/core/status-words'
import { untilWords } from '@cges-fleet/core/until-words'
import { questionsToKeepUp } from '@cges-fleet/statistics/questions-needed'
import { type ReactNode, useContext } from 'react'
import { changeInCalls } from '../../ui/format/judgements'
import { formatAbout, formatCalls, formatCount, formatPoints, formatShare } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'
import { OnPaper } from '../../ui/shell/on-paper'
import { savedAgainst } from './delta-cells'
import { type Compared, liveNeeds, saysWhere, type Story, storyOf } from './statistics/story'
import { VerdictFigures } from './verdict-figures'
import { WhyItWaits } from './why-it-waits'

interface Props {
  readonly view: EvaluationView
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics | null
}

/** The page's first sentence, effect and certainty, with the figures it rests on; else what is missing. */
export function Verdict({ view, reports, final }: Props) {
  const story = storyOf(view, reports, final)
  const onPaper = useContext(OnPaper)
  const failed = failedOf(view)
  const { head, detail } = sentencesOf(story, { view, margin: final?.margin ?? 0 })
  const why = <p className="lead-detail">{detail}</p>
  return (
    <section className="verdict" aria-label="Verdict">
      <div className="lead" data-testid="lead" data-story={story.kind}>
        <p className="lead-head">
          {failed === null ? null : <span className="lead-when">Incomplete, {failed}: </span>}
          {head}
        </p>
        {onPaper ? why : <WhyItWaits view={view}>{why}</WhyItWaits>}
      </div>
      <VerdictFigures story={story} view={view} final={final} />
    </section>
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

function sentencesOf(story: Story, around: Around): Telling {
  switch (story.kind) {
    case 'nothing':
      return {
        head: 'No question is finished yet.',
        detail: 'The first finished question gives an estimate of calls. Accuracy follows.',
      }
    case 'running':
      return runningSentences(story, around.view)
    case 'unfinished':
      return {
        head: 'The run ended early, so no method is judged.',
        detail: `The figures below are interim.${around.view.status === 'failed' ? '' : ' Extend the evaluation to finish it.'}`,
      }
    case 'computing':
      return {
        head: 'All questions are finished. Methods are being compared.',
        detail: 'This takes a few seconds.',
      }
    case 'uncompared':
      return {
        head: <Alone report={story.first} />,
        detail: `Methods are not compared: ${story.why === null ? 'no two of them have verdicts on the same questions' : story.why.kind === 'blocked' ? 'too many questions failed' : notComparedWords(story.why)}.`,
      }
    case 'nobody':
      return {
        head: <strong>No method has a right answer.</strong>,
        detail: `Nothing can be compared.${around.view.simulated ? '' : ' See “How answers were read” under Run: answers may be misread.'}`,
      }
    case 'none':
      return noneSentences(story)
    case 'open':
      return openSentences(story.pick, around.margin)
    case 'pick':
      return pickSentences(story, around.margin)
  }
}

function runningSentences({ baseline, shown }: Story & { readonly kind: 'running' }, view: EvaluationView): Telling {
  const { trials, status } = view
  const isDecided = status === 'decided'
  const finished = `${countedOf(trials.closed, trials.total, 'question')} finished`
  const rule = isDecided ? 'Extend it to judge on all questions.' : 'No method is judged before the end.'
  const live = shown?.live ?? null
  if (
    shown === null ||
    live?.difference == null ||
    baseline === null ||
    !saysWhere(baseline.live ?? { low: 0, high: 1 })
  ) {
    const needs = baseline?.live == null ? '' : `${baseline.name} ${liveNeeds(baseline.live, baseline.trials)}. `
    return { head: <Interim isDecided={isDecided}>too early to tell, {finished}.</Interim>, detail: `${needs}${rule}` }
  }
  const saved = savedAgainst(shown, baseline)
  const { ends } = liveDifferenceWords(live.difference, live.decided)
  return {
    head: (
      <Interim isDecided={isDecided}>
        <Named report={shown} />: {saved === null ? '' : `${changeInCalls(-saved)}${isDecided ? '' : ' so far'}, `}
        <span className="lead-line">
          accuracy {ends} points from <Whole>{baseline.name}</Whole>.
        </span>
      </Interim>
    ),
    detail: isDecided
      ? `${finished}, enough for what was asked. The limits are for all questions, in 95 of 100 runs.`
      : `${finished}. ${untilWords(view)[0] ?? rule} The limits hold in 95 of 100 runs.`,
  }
}

interface InterimProps {
  readonly isDecided: boolean
  readonly children: ReactNode
}

function Interim({ isDecided, children }: InterimProps) {
  return (
    <>
      <span className="lead-when">{isDecided ? 'Decided early: ' : 'Interim: '}</span>
      {children}
    </>
  )
}

function noneSentences({ nearest, isLost }: Story & { readonly kind: 'none' }): Telling {
  const { report, baseline, change } = nearest
  const none = isLost ? 'No method keeps' : 'No cheaper method is shown to keep'
  const calls = isLost ? '' : `, ${changeInCalls(change)}`
  return {
    head: <strong>{`${none} the accuracy of ${baseline.name}.`}</strong>,
    detail: `Nearest: ${report.name}, ${differenceSaid(nearest)}${calls}.`,
  }
}

function openSentences(pick: Compared, margin: number): Telling {
  const { comparison, baseline } = pick
  const more = questionsToKeepUp(comparison.accuracy, comparison.questions, margin)
  const needs = more === null || more === 0 ? '' : ` About ${formatAbout(more)} more would.`
  return {
    head: (
      <Effect of={pick}>
        accuracy within ±{points(furthest(comparison))} of <Whole>{baseline.name}</Whole>
      </Effect>
    ),
    detail: `${sentence(differenceSaid(pick))} ${counted(comparison.questions, 'question')} cannot rule out a loss of ${points(margin)}.${needs}`,
  }
}

function pickSentences({ pick, cheaper, better }: Story & { readonly kind: 'pick' }, margin: number): Telling {
  const { baseline, comparison } = pick
  const { judgement, accuracy } = comparison
  const [open] = cheaper
  const [other] = better
  // One of them: two make the sentence longer than the room it has.
  const also =
    other !== undefined
      ? ` ${other.report.name} is more accurate still: ${differenceSaid(other)}.`
      : open !== undefined
        ? ` ${open.report.name} is cheaper, but not settled: ${differenceSaid(open)}.`
        : ''
  const within = furthest(comparison)
  return {
    head: (
      <Effect of={pick}>
        {judgement === 'better'
          ? `${formatPoints(accuracy.value)} points more accurate than ${baseline.name}`
          : within <= margin
            ? `same accuracy as ${baseline.name} within ±${points(within)}`
            : `same accuracy as ${baseline.name}, it loses less than ${points(margin)}`}
      </Effect>
    ),
    detail: `${sentence(differenceSaid(pick))}${also}`,
  }
}

interface EffectProps {
  readonly of: Compared
  readonly children: ReactNode
}

/** A method's effect on calls and on accuracy, and the number of questions that shows it. */
function Effect({ of: { report, comparison, change }, children }: EffectProps) {
  return (
    <>
      <Named report={report} />: <Amount>{changeInCalls(change)}</Amount>, {children},{' '}
      {counted(comparison.questions, 'question')}.
    </>
  )
}

/** How far from 0 the difference in accuracy can be, in the direction where that is more. */
function furthest({ accuracy: { low, high } }: Compared['comparison']): number {
  return Math.max(Math.abs(low), Math.abs(high))
}

function differenceSaid({ comparison: { accuracy } }: Compared): string {
  const [value, low, high] = [accuracy.value, accuracy.low, accuracy.high].map(formatPoints)
  return `difference ${value} points, 95% interval ${low} to ${high}`
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** A share in whole points, rounded up: what is within 5.7 points is within 6. */
function points(share: number): string {
  return counted(Math.ceil(100 * share - 1e-9), 'point')
}

function Alone({ report }: { readonly report: NamedReport | null }) {
  if (report === null || report.accuracy === null || report.calls === null) return <>No accuracy is known.</>
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

/** A name that is not broken over two lines. */
function Whole({ children }: { readonly children: string }) {
  return <span className="nowrap">{children}</span>
}

function Amount({ children }: { readonly children: string }) {
  return <span className="lead-number">{children}</span>
}

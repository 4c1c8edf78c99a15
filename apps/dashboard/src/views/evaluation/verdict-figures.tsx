import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { liveCallsWords, liveDifferenceWords } from '@cges-fleet/core/live-words'
import { gpuTimeWords } from '@cges-fleet/core/statistics-words'
import type { ReactNode } from 'react'
import { Missing } from '../../ui/format/marks'
import {
  formatCalls,
  formatChange,
  formatInterval,
  formatPoints,
  formatPointsInterval,
  formatShare,
} from '../../ui/format/numbers'
import { costAlone, spentWords } from './statistics/cost-alone'
import { formatDuration, formatLongestLeft, formatTimeLeft } from '../../ui/format/times'
import type { NamedReport } from '../../ui/methods/names'
import { savedAgainst } from './delta-cells'
import type { Compared, Story } from './statistics/story'

interface Props {
  readonly story: Story
  readonly view: EvaluationView
  readonly final: FinalStatistics | null
}

/** Three figures beside the verdict: accuracy, calls, and time; the same room whatever is known. */
export function VerdictFigures({ story, view, final }: Props) {
  return <dl className="verdict-figures">{figuresOf({ story, view, final })}</dl>
}

function figuresOf({ story, view, final }: Props): ReactNode {
  if (story.kind === 'pick' || story.kind === 'open')
    return <ComparedFigures of={story.pick} view={view} final={final} />
  if (story.kind === 'none') return <ComparedFigures of={story.nearest} view={view} final={final} />
  if ((story.kind === 'uncompared' || story.kind === 'nobody') && story.first !== null)
    return <AsRun report={story.first} view={view} final={final} />
  if (story.kind === 'computing') return <AwaitedFigures view={view} />
  const { shown, baseline } = story.kind === 'running' ? story : { shown: null, baseline: null }
  return <RunningFigures shown={shown} baseline={baseline} view={view} />
}

interface ComparedProps {
  readonly of: Compared
  readonly view: EvaluationView
  readonly final: FinalStatistics | null
}

function ComparedFigures({ of: { report, baseline, comparison, change }, view, final }: ComparedProps) {
  return (
    <>
      <Figure name="Accuracy, points" value={formatPoints(comparison.accuracy.value)}>
        {formatPointsInterval(comparison.accuracy)}
      </Figure>
      <Figure name="Calls saved" value={formatChange(-change).replace('+', '')}>
        {callsInstead(report, baseline)}
      </Figure>
      <CostFigure report={report} view={view} final={final} baseline={baseline} />
    </>
  )
}

/** A method's calls a question beside the baseline's, if they differ as they are written. */
function callsInstead(report: NamedReport, baseline: NamedReport): string {
  const [own, before] = [report, baseline].map(({ calls }) => formatCalls(calls ?? Number.NaN))
  return own === before ? 'no fewer' : `${own} instead of ${before}`
}

function AsRun({ report, view, final }: Omit<ComparedProps, 'of'> & { readonly report: NamedReport }) {
  const { accuracy, calls } = report
  return (
    <>
      <Figure
        name="Accuracy"
        value={accuracy === null ? <Missing why="nothing is graded" /> : formatShare(accuracy.value)}
      >
        {accuracy === null ? '' : formatInterval(accuracy)}
      </Figure>
      <Figure
        name="Calls a question"
        value={calls === null ? <Missing why="there is no estimate" /> : formatCalls(calls)}
      >
        {' '}
      </Figure>
      <CostFigure report={report} view={view} final={final} baseline={null} />
    </>
  )
}

interface GpuProps extends Omit<ComparedProps, 'of'> {
  readonly report: NamedReport
  readonly baseline: NamedReport | null
}

/** What all questions would have cost with this method alone, and with the baseline; then what the run cost. */
function CostFigure({ report, baseline, view, final }: GpuProps) {
  const { spent } = view
  const how = final === null ? undefined : gpuTimeWords(final.gpuTime)
  const own = costAlone(view, report, final)
  const written = ({ gpuSeconds, money }: ReturnType<typeof costAlone>) =>
    spentWords(spent, money) ?? (gpuSeconds === null ? null : formatDuration(gpuSeconds))
  const value = written(own)
  const instead = baseline === null ? null : written(costAlone(view, baseline, final))
  const name = own.money === null ? 'GPU time' : 'Cost'
  const time = spent.gpuSeconds > 0 ? formatDuration(spent.gpuSeconds) : null
  const run = [spentWords(spent, spent.money), time === null || name === 'GPU time' ? time : `${time} of GPU`]
  return (
    <Figure name={name} value={value ?? <Missing why={how ?? 'it is not known yet'} />} title={how}>
      {instead === null || instead === value ? '' : `instead of ${instead}`}{' '}
      <span className="under" data-testid="run-cost">
        This run: {run.filter((part) => part !== null).join(', ') || 'no GPU'}
      </span>
    </Figure>
  )
}

/** Of an evaluation that has ended, until its methods are compared. */
function AwaitedFigures({ view: { samples } }: Pick<Props, 'view'>) {
  const awaited = <Missing why="methods are being compared" />
  return (
    <>
      <Figure name="Accuracy, points" value={awaited}>
        {' '}
      </Figure>
      <Figure name="Calls saved" value={awaited}>
        {' '}
      </Figure>
      <Figure name="Took" value={formatDuration(samples.elapsedSeconds)}>
        {' '}
      </Figure>
    </>
  )
}

interface RunningProps {
  readonly shown: NamedReport | null
  readonly baseline: NamedReport | null
  readonly view: EvaluationView
}

function RunningFigures({ shown, baseline, view: { status, eta, samples } }: RunningProps) {
  const live = shown?.live ?? null
  const difference = live?.difference == null ? null : liveDifferenceWords(live.difference, live.decided)
  const saved = shown === null || baseline === null ? null : savedAgainst(shown, baseline)
  const isOver = status !== 'running'
  return (
    <>
      <Figure
        name={status === 'decided' ? 'Accuracy, points' : 'Accuracy so far'}
        value={difference === null ? <Unknown /> : `${difference.value} pts`}
      >
        {difference?.ends ?? ''}
      </Figure>
      <Figure
        name={status === 'decided' ? 'Calls saved' : 'Calls saved so far'}
        value={saved === null ? <Unknown /> : formatChange(saved).replace('+', '')}
      >
        {live === null ? '' : `${liveCallsWords(live).value} a question`}
      </Figure>
      {isOver ? (
        <Figure name="Took" value={formatDuration(samples.elapsedSeconds)}>
          {' '}
        </Figure>
      ) : (
        <Figure name="Time left" value={eta === null ? <Unknown /> : formatTimeLeft(eta)}>
          {eta === null ? '' : formatLongestLeft(eta)}
        </Figure>
      )}
    </>
  )
}

function Unknown() {
  return <Missing why="too few questions are finished" />
}

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly title?: string | undefined
  readonly children: ReactNode
}

function Figure({ name, value, title, children }: FigureProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd className="figure-value">{value}</dd>
      <dd className="aside">{children}</dd>
    </div>
  )
}

'use client'

import type { QuestionView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import type { Vote } from '@cges-fleet/methods/replay'
import { useState } from 'react'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { formatShare } from '../../ui/format/numbers'
import type { Identity } from '../../ui/methods/identity'
import type { NamedReport } from '../../ui/methods/names'
import type { TableText } from '../../ui/table/table-text'
import { answerName } from './answers'
import { drawPaths, LineLegend, type StyledLine } from './draw-paths'
import { type MethodPath, methodPaths, pathFinding, pathTable } from './paths'
import { Slider } from '../../ui/shell/slider'

interface Props {
  readonly view: QuestionView
  readonly reports: readonly NamedReport[]
  readonly votes: readonly Vote[]
  readonly chosen: NamedReport | null
}

interface DecidingProps extends Props {
  readonly chosen: NamedReport
  /** Whether the reader chose the method. */
  readonly isChosen: boolean
  readonly byAnswer: boolean
}

/** How every method came to its verdict, or how one method saw every answer. */
export function DecidingFigure({ view, reports, votes, chosen, isChosen, byAnswer }: DecidingProps) {
  return byAnswer ? (
    <AnswersFigure view={view} report={chosen} votes={votes} />
  ) : (
    <PathFigure view={view} reports={reports} votes={votes} chosen={isChosen ? chosen : null} />
  )
}

/** Each method's score for its leading answer after every call, and where it stopped. */
function PathFigure({ view, reports, votes, chosen }: Props) {
  const paths = methodPaths(view, { reports, votes }).filter(({ steps }) => steps.length > 0)
  const [call, setCall] = useState(1)
  const at = Math.min(call, Math.max(1, votes.length))
  const thresholds = thresholdsOf(chosen === null ? paths : paths.filter(({ report }) => report.key === chosen.key))
  const lines = paths.map(({ report, steps, stop }) => ({
    key: report.key,
    name: report.name,
    identity: report.identity,
    scores: steps.map(({ score }) => score),
    used: stop ?? steps.length,
    stopped: stop !== null,
    chosen: chosen === null || chosen.key === report.key,
  }))
  return (
    <div data-testid="paths">
      <ChartFigure
        title="How each method came to its verdict"
        finding={pathFinding(paths, view)}
        height={300}
        draw={(size) => drawPaths({ lines, thresholds, cursor: at, yLabel: 'score of the leading answer' }, size)}
        table={pathTable(paths, view)}
      />
      <LineLegend lines={lines} />
      <CallReader calls={Math.max(1, votes.length)} call={at} onChange={setCall} words={readOut(paths, at, view)} />
    </div>
  )
}

function thresholdsOf(paths: readonly MethodPath[]) {
  const values = [...new Set(paths.flatMap(({ threshold }) => threshold ?? []))]
  return values.map((at) => {
    const atThreshold = paths.filter(({ threshold }) => threshold === at)
    const symbol = atThreshold.every(({ report }) => report.spec.method === 'cges') ? 'γ' : 'threshold'
    return { at, text: `${symbol} ${at}` }
  })
}

function readOut(paths: readonly MethodPath[], at: number, view: QuestionView): string {
  return paths
    .flatMap(({ report, steps, stop }) => {
      const step = steps[at - 1]
      if (step === undefined) return []
      const score =
        step.score === null ? 'no vote yet' : `${answerName(view, numberIn(step.leader))} at ${formatShare(step.score)}`
      return `${report.name}: ${score}${stop !== null && at > stop ? ' (stopped)' : ''}`
    })
    .join(' · ')
}

/** A vote's answer is its place among the answers, written. */
function numberIn(answer: string | null): number | null {
  return answer === null ? null : Number(answer)
}

interface AnswersFigureProps {
  readonly view: QuestionView
  readonly report: NamedReport
  readonly votes: readonly Vote[]
}

/** The most answers drawn as separate lines: more would be indistinguishable. */
const MOST = 6

/** One method's view of every answer after each call. */
function AnswersFigure({ view, report, votes }: AnswersFigureProps) {
  const [call, setCall] = useState(1)
  const answers = mostGiven(view)
  const [path] = methodPaths(view, { reports: [report], votes, answers: answers.map(String) })
  const steps = path?.steps ?? []
  const lines = linesOf(view, answers, path)
  const calls = Math.max(1, steps.length)
  const at = Math.min(call, calls)
  const isCges = report.spec.method === 'cges'
  const after = (step: number, mark: string) =>
    answers
      .map((answer, place) => `${answerName(view, answer)} ${formatShare(steps[step - 1]?.scores[place] ?? 0)}`)
      .join(mark)
  const thresholds = path?.threshold == null || !isCges ? [] : [{ at: path.threshold, text: `γ ${path.threshold}` }]
  return (
    <div data-testid="answers-path">
      <ChartFigure
        title={titleOf(view, answers.length, report)}
        finding={`After the last call: ${after(calls, ', ')}.${isCges ? ' The rest of 100% is left for answers not seen yet.' : ''}`}
        height={300}
        draw={(size) =>
          drawPaths({ lines, thresholds, cursor: at, yLabel: isCges ? 'posterior' : 'share of the votes' }, size)
        }
        table={answersTable(lines)}
      />
      <LineLegend lines={lines} />
      <CallReader calls={calls} call={at} onChange={setCall} words={after(at, ' · ')} />
    </div>
  )
}

function titleOf({ answers }: QuestionView, shown: number, report: NamedReport): string {
  const what = report.spec.method === 'cges' ? 'Posterior' : 'Share of the votes'
  const which =
    answers.length > shown ? `the ${shown} most given of ${counted(answers.length, 'answer')}` : 'every answer'
  return `${what} of ${which}: ${report.name}`
}

/** Answers are not methods: each has a look that differs from the others' in hue, dashes, marker and sign alike. */
const LOOKS: readonly Pick<Identity, 'hue' | 'shape'>[] = [
  { hue: 'lns-arith', shape: 'circle' },
  { hue: 'esc', shape: 'triangle' },
  { hue: 'asc-beta', shape: 'diamond' },
  { hue: 'sc', shape: 'square' },
  { hue: 'dsc', shape: 'star' },
  { hue: 'lns-geom', shape: 'cross' },
]

function lookOf(place: number): Identity {
  const { hue, shape } = LOOKS[place % LOOKS.length] ?? { hue: 'other', shape: 'wye' }
  return { hue, shape, sign: 0, dash: place, shade: 0 }
}

function linesOf(view: QuestionView, answers: readonly number[], path: MethodPath | undefined): StyledLine[] {
  const steps = path?.steps ?? []
  return answers.map((answer, place) => ({
    key: String(answer),
    name: answerName(view, answer),
    identity: lookOf(place),
    scores: steps.map(({ scores }) => scores[place] ?? 0),
    used: path?.stop ?? steps.length,
    stopped: path?.stop != null && path.verdict?.answer === answer,
    chosen: true,
  }))
}

/** The same scores as numbers. */
function answersTable(lines: readonly StyledLine[]): TableText {
  const calls = Math.max(0, ...lines.map(({ scores }) => scores.length))
  return {
    columns: ['Calls', ...lines.map(({ name }) => name)],
    rows: Array.from({ length: calls }, (_, at) => [
      `${at + 1}`,
      ...lines.map(({ scores }) => formatShare(scores[at] ?? 0)),
    ]),
  }
}

function mostGiven({ answers }: QuestionView): number[] {
  return answers
    .map(({ count }, place) => ({ count, place }))
    .toSorted((a, b) => b.count - a.count || a.place - b.place)
    .slice(0, MOST)
    .map(({ place }) => place)
}

interface CallReaderProps {
  readonly calls: number
  readonly call: number
  readonly onChange: (call: number) => void
  /** The state after that call, in words. */
  readonly words: string
}

/** Reads a chart out call by call, by keyboard or pointer. */
function CallReader({ calls, call, onChange, words }: CallReaderProps) {
  return (
    <div className="call-reader">
      <label>
        Read after call <Slider min={1} max={calls} value={call} words={`call ${call}: ${words}`} onSlide={onChange} />
      </label>
      <output className="muted">
        {call}: {words}
      </output>
    </div>
  )
}

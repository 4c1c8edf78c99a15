'use client'
import { counted } from '@cges-fleet/core/counted'
import type { QuestionView } from '@cges-fleet/core'
import type { Vote } from '@cges-fleet/methods/replay'
import { useState } from 'react'
import { ChartFigure } from '../charts/chart-figure'
import type { Identity } from '../families/identity'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'
import { answerName } from './answer-name'
import { CallReader } from './call-reader'
import { drawPaths, type StyledLine } from './draw-paths'
import { LineLegend } from './line-legend'
import { type MethodPath, methodPaths } from './method-paths'

interface Props {
  readonly view: QuestionView
  readonly report: NamedReport
  readonly votes: readonly Vote[]
}

/** The most answers drawn as separate lines: more would be indistinguishable. */
const MOST = 6

/** One method's view of every answer after each call. */
export function AnswersFigure({ view, report, votes }: Props) {
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
        finding={`After the last call: ${after(calls, ', ')}.${isCges ? ' What is left of 100% is that of answers not seen.' : ''}`}
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

'use client'
import type { QuestionView } from '@cges-fleet/core'
import type { Vote } from '@cges-fleet/methods/replay'
import { useState } from 'react'
import { ChartFigure } from '../charts/chart-figure'
import { FAMILIES } from '../families/family'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'
import { answerName } from './answer-name'
import { CallReader } from './call-reader'
import { LineLegend } from './line-legend'
import { type MethodPath, methodPaths } from './method-paths'
import { PathChart } from './path-chart'

interface Props {
  readonly view: QuestionView
  readonly report: NamedReport
  readonly votes: readonly Vote[]
}

/** Answers drawn as lines of their own: more could not be told apart. */
const MOST = 6

/** One method's view of every answer after each call. */
export function AnswersFigure({ view, report, votes }: Props) {
  const [call, setCall] = useState(1)
  const answers = mostGiven(view)
  const [path] = methodPaths(view, { reports: [report], votes, answers: answers.map(String) })
  const steps = path?.steps ?? []
  const lines = linesOf(answers, path)
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
        title={titleOf(view, { shown: answers.length, report })}
        finding={`After the last call: ${after(calls, ', ')}.${isCges ? ' What is left of 100% is that of answers not seen.' : ''}`}
        height={300}
        renderChart={(size) => (
          <PathChart
            lines={lines}
            thresholds={thresholds}
            cursor={at}
            yLabel={isCges ? 'posterior' : 'share of the votes'}
            size={size}
          />
        )}
        table={<AnswersTable view={view} answers={answers} lines={lines} />}
      />
      <LineLegend lines={lines} nameOf={(key) => answerName(view, Number(key))} />
      <CallReader calls={calls} call={at} onChange={setCall} words={after(at, ' · ')} />
    </div>
  )
}

function titleOf({ answers }: QuestionView, { shown, report }: { shown: number; report: NamedReport }): string {
  const what = report.spec.method === 'cges' ? 'Posterior' : 'Share of the votes'
  const which = answers.length > shown ? `the ${shown} most given of ${answers.length} answers` : 'every answer'
  return `${what} of ${which}: ${report.name}`
}

/** Each answer looks like one of the families, so that lines differ in hue, dashes and marker alike. */
function linesOf(answers: readonly number[], path: MethodPath | undefined) {
  const steps = path?.steps ?? []
  return answers.map((answer, place) => ({
    key: String(answer),
    family: FAMILIES[place % FAMILIES.length] ?? ('other' as const),
    variant: place,
    scores: steps.map(({ scores }) => scores[place] ?? 0),
    used: path?.stop ?? steps.length,
    stopped: path?.stop != null && path.verdict?.answer === answer,
    chosen: true,
  }))
}

interface TableProps {
  readonly view: QuestionView
  readonly answers: readonly number[]
  readonly lines: readonly { readonly key: string; readonly scores: readonly number[] }[]
}

function AnswersTable({ view, answers, lines }: TableProps) {
  const calls = Math.max(0, ...lines.map(({ scores }) => scores.length))
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Calls</th>
          {answers.map((answer) => (
            <th scope="col" key={answer}>
              {answerName(view, answer)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: calls }, (_, at) => (
          <tr key={at}>
            <th scope="row">{at + 1}</th>
            {lines.map(({ key, scores }) => (
              <td key={key}>{formatShare(scores[at] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function mostGiven({ answers }: QuestionView): number[] {
  return answers
    .map(({ count }, place) => ({ count, place }))
    .toSorted((a, b) => b.count - a.count || a.place - b.place)
    .slice(0, MOST)
    .map(({ place }) => place)
}

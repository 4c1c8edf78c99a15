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
import { methodPaths } from './method-paths'
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
  const at = Math.min(call, Math.max(1, votes.length))
  const answers = mostGiven(view)
  const [path] = methodPaths(view, { reports: [report], votes, answers: answers.map(String) })
  const steps = path?.steps ?? []
  const isCges = report.spec.method === 'cges'
  const lines = answers.map((answer, place) => ({
    key: String(answer),
    family: FAMILIES[place % FAMILIES.length] ?? 'other',
    variant: place,
    scores: steps.map(({ scores }) => scores[place] ?? 0),
    used: path?.stop ?? steps.length,
    stopped: path?.stop != null && path.verdict?.answer === answer,
    chosen: true,
  }))
  const scoreAt = (place: number, step: number) => formatShare(steps[step - 1]?.scores[place] ?? 0)
  const shown =
    view.answers.length > answers.length ? `the ${MOST} most given of ${view.answers.length} answers` : 'every answer'
  return (
    <div data-testid="answers-path">
      <ChartFigure
        title={`${isCges ? 'Posterior' : 'Share of the votes'} of ${shown}: ${report.name}`}
        finding={`After the last call: ${answers.map((answer, place) => `${answerName(view, answer)} ${scoreAt(place, steps.length)}`).join(', ')}.${isCges ? ' What is left of 100% is that of answers not seen.' : ''}`}
        height={300}
        renderChart={(size) => (
          <PathChart
            lines={lines}
            thresholds={path?.threshold == null || !isCges ? [] : [{ at: path.threshold, text: `γ ${path.threshold}` }]}
            cursor={at}
            yLabel={isCges ? 'posterior' : 'share of the votes'}
            size={size}
          />
        )}
        table={<AnswersTable view={view} answers={answers} lines={lines} />}
      />
      <ul className="line-legend">
        {lines.map(({ key, family }, place) => (
          <li key={key} className={`family-${family}`}>
            <span className="line-swatch" aria-hidden="true" /> {answerName(view, answers[place] ?? null)}
          </li>
        ))}
      </ul>
      <CallReader
        calls={Math.max(1, steps.length)}
        call={Math.min(at, Math.max(1, steps.length))}
        onChange={setCall}
        words={answers.map((answer, place) => `${answerName(view, answer)} ${scoreAt(place, at)}`).join(' · ')}
      />
    </div>
  )
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

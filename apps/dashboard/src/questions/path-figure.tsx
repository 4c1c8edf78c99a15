'use client'
import type { QuestionView } from '@cges-fleet/core'
import type { Vote } from '@cges-fleet/methods/replay'
import { useState } from 'react'
import { ChartFigure } from '../charts/chart-figure'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'
import { answerName } from './answer-name'
import { CallReader } from './call-reader'
import { drawPaths } from './draw-paths'
import { LineLegend } from './line-legend'
import { type MethodPath, methodPaths } from './method-paths'
import { pathFinding } from './path-finding'
import { pathTable } from './path-table'

interface Props {
  readonly view: QuestionView
  readonly reports: readonly NamedReport[]
  readonly votes: readonly Vote[]
  readonly chosen: NamedReport | null
}

/** Each method's score for its leading answer after every call, and where it stopped. */
export function PathFigure({ view, reports, votes, chosen }: Props) {
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
    const own = paths.filter(({ threshold }) => threshold === at)
    const symbol = own.every(({ report }) => report.spec.method === 'cges') ? 'γ' : 'threshold'
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

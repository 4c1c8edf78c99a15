'use client'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { ChartFigure } from '../charts/chart-figure'
import { CostChoice, hasTokens, useCost } from '../charts/cost-choice'
import { drawOverlay } from '../charts/draw-overlay'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'
import type { NamedReport } from '../families/name-methods'
import type { LetteredEvaluation, NamedPair } from './named-comparison'

interface Props {
  readonly evaluations: readonly LetteredEvaluation[]
  readonly pairs: readonly NamedPair[]
}

/** Accuracy against calls of all evaluations at once, with an arrow to each method from the one it is compared with. */
export function OverlayFigure({ evaluations, pairs }: Props) {
  const reports = evaluations.flatMap(({ letter, evaluation, reports: own }) =>
    own.map((report) => ({
      ...report,
      key: placeOf(evaluation.id, report.key),
      name: evaluations.length === 1 ? report.name : `${letter} ${report.name}`,
    })),
  )
  const final = reports.filter(({ interim }) => !interim)
  const by = useCost(final)
  const live = reports.length - final.length
  const arrows = pairs
    .filter(({ pair }) => pair.state === 'paired')
    .map(({ own, base }) => ({ from: placeOf(base.evaluation, base.key), to: placeOf(own.evaluation, own.key) }))
  return (
    <ChartFigure
      title={`Accuracy against ${by}`}
      choice={hasTokens(final) ? <CostChoice by={by} /> : null}
      finding={`Up is more accurate, left is cheaper. Each arrow goes from a base to what is compared with it.${live === 0 ? '' : ` ${counted(live, 'method')} of running evaluations ${inNumber(live, 'is', 'are')} not drawn: no figure of theirs is final.`}`}
      height={380}
      draw={(size) => drawOverlay({ reports: final, arrows, by }, size)}
      table={overlayText(final)}
    />
  )
}

function placeOf(evaluation: string, key: string): string {
  return `${evaluation} ${key}`
}

/** The final figures behind the picture. */
export function overlayText(reports: readonly NamedReport[]): TableText {
  return {
    columns: ['Method', 'Accuracy', '95% interval', 'Calls a question', 'Tokens a question', 'Hard bounds'],
    rows: reports.map(({ name, accuracy, accuracyBounds, calls, tokens }) => [
      name,
      accuracy === null ? '—' : formatShare(accuracy.value),
      accuracy === null ? '—' : formatInterval(accuracy),
      calls === null ? '—' : formatCalls(calls),
      tokens === null ? '—' : formatCount(Math.round(tokens)),
      formatRange(accuracyBounds),
    ]),
  }
}

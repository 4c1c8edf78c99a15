'use client'

import { counted, inNumber } from '@cges-fleet/core/counted'
import type { ReactNode } from 'react'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { hasTokens, useCost } from '../../ui/charts/choices'
import { CostChoice } from '../../ui/charts/cost-choice'
import { drawForest, forestHeight, type ForestRow } from '../../ui/charts/draw-forest'
import { drawOverlay } from '../../ui/charts/draw-overlay'
import { wordOf } from '../../ui/format/judgements'
import {
  formatCalls,
  formatCount,
  formatInterval,
  formatPoints,
  formatPointsInterval,
  formatRange,
  formatShare,
} from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import type { TableText } from '../../ui/table/table-text'
import { commonBase, type JudgedPair, type LetteredEvaluation, type NamedPair, pairName } from './comparison'

interface Props {
  readonly judged: readonly JudgedPair[]
  readonly unpaired: readonly NamedPair[]
  readonly margin: number
  readonly table: TableText
  /** Why the intervals of paired ones are not there yet; null once they are. */
  readonly awaited: ReactNode
}

/** Differences in accuracy with their intervals, one under the other. */
export function ForestFigure({ judged, unpaired, margin, table, awaited }: Props) {
  const base = commonBase([...judged, ...unpaired])
  const rows = [...judged.flatMap(pairedRow), ...unpaired.flatMap(unpairedRow)].map((row) => ({
    ...row,
    name: base === null ? row.name : row.name.replace(base, ''),
  }))
  return (
    <ChartFigure
      title="Differences in accuracy"
      finding={
        <>
          <span className="counts">{awaited ?? countsOf(judged, base)}</span> Bars are 95% intervals. Shaded: the
          tolerated loss of a point.
          {unpaired.length === 0
            ? ''
            : ` Dashed and hollow: ${unpaired.length} unpaired, of other questions, not judged.`}
        </>
      }
      height={forestHeight(judged.length + unpaired.length)}
      draw={(size) => drawForest({ rows, margin }, size)}
      table={table}
    />
  )
}

function pairedRow(judged: JudgedPair): ForestRow[] {
  const { difference, own, pair } = judged
  if (difference === null || own.report === null) return []
  const { value, low, high } = difference.accuracy
  const words = `Δ ${formatPoints(value)} ${formatPointsInterval({ low, high })} points, ${wordOf(difference)}, on ${counted(pair.paired?.questions ?? 0, 'question')}`
  const name = pairName(judged)
  return [{ key: name, name, identity: own.report.identity, value, low, high, isPaired: true, text: words }]
}

function unpairedRow(named: NamedPair): ForestRow[] {
  const { own, pair } = named
  if (pair.unpaired === null || own.report === null) return []
  const { value, low, high } = pair.unpaired
  const words = `unpaired Δ ${formatPoints(value)} ${formatPointsInterval({ low, high })} points, of other questions`
  const name = `${pairName(named)}, unpaired`
  return [{ key: name, name, identity: own.report.identity, value, low, high, isPaired: false, text: words }]
}

/** How many differences were judged how. */
function countsOf(judged: readonly JudgedPair[], base: string | null): string {
  const words = judged.flatMap(({ difference }) => (difference === null ? [] : [wordOf(difference)]))
  const count = (word: string) => words.filter((each) => each === word).length
  const counts = (['better', 'worse', 'tie', 'non-inferior', 'inconclusive'] as const)
    .filter((word) => count(word) > 0)
    .map((word) => `${count(word)} ${word}`)
  if (counts.length === 0) return 'No pair is judged.'
  return `Of ${counted(words.length, 'paired difference')}${base === null ? '' : `, all${base}`}: ${counts.join(', ')}.`
}

interface OverlayFigureProps {
  readonly evaluations: readonly LetteredEvaluation[]
  readonly pairs: readonly NamedPair[]
}

/** Accuracy against calls of all evaluations at once, with an arrow to each method from the one it is compared with. */
export function OverlayFigure({ evaluations, pairs }: OverlayFigureProps) {
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
      finding={`Up is more accurate, left is cheaper. Each arrow goes from the base to the method compared with it.${live === 0 ? '' : ` ${counted(live, 'method')} of evaluations not complete ${inNumber(live, 'is', 'are')} not drawn because no figure is final.`}`}
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
function overlayText(reports: readonly NamedReport[]): TableText {
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

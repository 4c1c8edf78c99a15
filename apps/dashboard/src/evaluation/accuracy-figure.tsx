'use client'
import type { FinalStatistics, MethodCurve } from '@cges-fleet/core'
import { ChartFigure } from '../charts/chart-figure'
import { drawScatter } from '../charts/draw-scatter'
import type { NamedReport } from '../families/name-methods'
import { beatenFinding } from './beaten-finding'
import { accuracyFinding } from './accuracy-finding'
import { accuracyTable } from './accuracy-table'

interface Props {
  readonly reports: readonly NamedReport[]
  /** Null before the evaluation is judged. */
  readonly curves: readonly MethodCurve[] | null
  readonly dominated: FinalStatistics['dominated']
}

/** Which method is worth its calls: accuracy against cost, and what other parameters would have given. */
export function AccuracyFigure({ reports, curves, dominated }: Props) {
  return (
    <ChartFigure
      title="Accuracy against calls"
      finding={`${accuracyFinding(reports, curves)}${beatenFinding(reports, dominated)}`}
      height={360}
      draw={(size) => drawScatter({ reports, curves: curves ?? [], isJudged: curves !== null, dominated }, size)}
      table={accuracyTable(reports, curves ?? [])}
    />
  )
}

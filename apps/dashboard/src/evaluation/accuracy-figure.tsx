'use client'
import type { MethodCurve } from '@cges-fleet/core'
import { ChartFigure } from '../charts/chart-figure'
import { drawScatter } from '../charts/draw-scatter'
import type { NamedReport } from '../families/name-methods'
import { accuracyFinding } from './accuracy-finding'
import { accuracyTable } from './accuracy-table'

interface Props {
  readonly reports: readonly NamedReport[]
  /** Null before the evaluation is judged. */
  readonly curves: readonly MethodCurve[] | null
}

/** Which method is worth its calls: accuracy against cost, and what other parameters would have given. */
export function AccuracyFigure({ reports, curves }: Props) {
  return (
    <ChartFigure
      title="Accuracy against calls"
      finding={accuracyFinding(reports, curves)}
      height={360}
      draw={(size) => drawScatter({ reports, curves: curves ?? [], isJudged: curves !== null }, size)}
      table={accuracyTable(reports, curves ?? [])}
    />
  )
}

'use client'
import type { FinalStatistics } from '@cges-fleet/core'
import { type ReactNode, useContext } from 'react'
import { AxisChoice, useEvenAxis } from '../charts/axis-choice'
import { ChartFigure } from '../charts/chart-figure'
import { CostChoice, hasTokens, useCost } from '../charts/cost-choice'
import { drawScatter } from '../charts/draw-scatter'
import { opensOf } from '../charts/opens'
import type { Cost } from '../charts/scatter-points'
import type { NamedReport } from '../families/name-methods'
import { OnPaper } from '../frame/on-paper'
import { accuracyFinding } from './accuracy-finding'
import { accuracyTable } from './accuracy-table'

/** Who beats whom was judged by calls. */
const NONE: FinalStatistics['dominated'] = []

interface Props {
  readonly id: string
  readonly reports: readonly NamedReport[]
  /** Null before the evaluation is judged. */
  readonly final: FinalStatistics | null
}

/** Accuracy against calls or tokens, as chosen; on paper against both. */
export function AccuracyFigure(props: Props) {
  const chosen = useCost(props.reports)
  const isEven = useEvenAxis()
  const isKnown = hasTokens(props.reports)
  if (!useContext(OnPaper)) {
    const choice = (
      <span className="chart-choices">
        {isKnown ? <CostChoice by={chosen} /> : null}
        <AxisChoice isEven={isEven} />
      </span>
    )
    return <Against {...props} by={chosen} isEven={isEven} choice={choice} />
  }
  return (
    <>
      <Against {...props} by="calls" />
      {isKnown ? <Against {...props} by="tokens" /> : null}
    </>
  )
}

interface AgainstProps extends Props {
  readonly by: Cost
  readonly isEven?: boolean
  readonly choice?: ReactNode
}

/** Accuracy against one cost, and what other parameters would have given. */
function Against({ id, reports, final, by, isEven = false, choice }: AgainstProps) {
  const dominated = by === 'calls' ? (final?.dominated ?? NONE) : NONE
  const opens = opensOf(id, () => ({ verdict: 'resolved' }))
  return (
    <ChartFigure
      title={`Accuracy against ${by}`}
      choice={choice}
      finding={accuracyFinding(reports, final, by)}
      height={360}
      draw={(size) =>
        drawScatter(
          { reports, curves: final?.curves ?? [], by, isJudged: final !== null, dominated, opens, isEven },
          size,
        )
      }
      table={accuracyTable(reports, final)}
    />
  )
}

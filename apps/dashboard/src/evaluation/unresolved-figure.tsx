'use client'
import { ChartFigure } from '../charts/chart-figure'
import { drawUnresolved } from '../charts/draw-unresolved'
import { opensOf } from '../charts/opens'
import { largestBudget } from '../charts/unresolved-geometry'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'
import { unresolvedFinding } from './unresolved-finding'

interface Props {
  readonly id: string
  readonly reports: readonly NamedReport[]
}

/** How soon each method is done with a question. */
export function UnresolvedFigure({ id, reports }: Props) {
  const opens = opensOf(id, ({ interim }) => ({ verdict: interim ? 'unresolved' : 'resolved' }))
  return (
    <ChartFigure
      title="Trials unresolved after each call"
      finding={unresolvedFinding(reports)}
      height={360}
      draw={(size) => drawUnresolved(reports, size, opens)}
      table={unresolvedTable(reports)}
    />
  )
}

function unresolvedTable(reports: readonly NamedReport[]): TableText {
  const calls = Array.from({ length: largestBudget(reports) + 1 }, (_, count) => count)
  return {
    columns: ['Calls', ...reports.map(({ name }) => name)],
    rows: calls.map((count) => [
      `${count}`,
      ...reports.map(({ unresolvedAfter }) => {
        const share = unresolvedAfter[count]
        return share === undefined ? '' : formatShare(share)
      }),
    ]),
    ...(reports.some(({ interim }) => interim) ? { note: 'Interim: estimated from what was read so far.' } : {}),
  }
}

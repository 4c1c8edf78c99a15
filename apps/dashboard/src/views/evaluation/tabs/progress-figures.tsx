'use client'

import type { EvaluationView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { ChartFigure } from '../../../ui/charts/chart-figure'
import { drawThroughput, intervalSeconds } from '../../../ui/charts/draw-throughput'
import { drawUnresolved, largestBudget } from '../../../ui/charts/draw-unresolved'
import { opensOf } from '../../../ui/charts/drawing'
import { formatCount, formatShare } from '../../../ui/format/numbers'
import { formatDuration, formatInstant } from '../../../ui/format/times'
import type { NamedReport } from '../../../ui/methods/names'
import { useZone } from '../../../ui/preferences/zone-scope'
import type { TableText } from '../../../ui/table/table-text'

interface Props {
  readonly view: EvaluationView
}

/** How fast samples come in. */
export function ThroughputFigure({ view }: Props) {
  const zone = useZone()
  const step = intervalSeconds(view.throughput)
  const unit = step === null ? 'samples' : `samples in ${formatDuration(step)}`
  return (
    <ChartFigure
      title="Throughput"
      finding={throughputFinding(view)}
      height={220}
      draw={(size) => drawThroughput(view, unit, size, zone)}
      table={{
        columns: ['From', unit],
        rows: view.throughput.map(({ at, samples }) => [formatInstant(at, zone), formatCount(samples)]),
      }}
    />
  )
}

/** Describes how fast samples came in, and the fastest rate. */
export function throughputFinding({ throughput, samples }: EvaluationView): string {
  if (throughput.length === 0) return 'No sample has been read yet.'
  const step = intervalSeconds(throughput)
  const peak = Math.max(...throughput.map((interval) => interval.samples))
  const per = step === null ? 'in one interval' : `in ${formatDuration(step)}`
  return `${counted(samples.drawn, 'sample')} in ${formatDuration(samples.elapsedSeconds)}; at most ${formatCount(peak)} ${per}.`
}

interface UnresolvedFigureProps {
  readonly id: string
  readonly reports: readonly NamedReport[]
}

/** How soon each method is done with a question. */
export function UnresolvedFigure({ id, reports }: UnresolvedFigureProps) {
  const opens = opensOf(id, ({ interim }) => ({ verdict: interim ? 'unresolved' : 'resolved' }))
  return (
    <ChartFigure
      title="Questions still open after each call"
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

/** Describes how many trials the quickest and the slowest method have open half-way through the budget. */
export function unresolvedFinding(reports: readonly NamedReport[]): string {
  const after = Math.max(1, Math.round(largestBudget(reports) / 2))
  const open = reports
    .flatMap(({ name, unresolvedAfter }) => {
      const share = unresolvedAfter[after]
      return share === undefined ? [] : [{ name, share }]
    })
    .toSorted((a, b) => a.share - b.share)
  const least = open[0]
  const most = open.at(-1)
  if (least === undefined || most === undefined) return 'No question is finished yet.'
  const calls = counted(after, 'call')
  const when = reports.some(({ interim }) => interim) ? 'Interim: after' : 'After'
  if (open.length === 1) return `${when} ${calls}, ${least.name} has ${formatShare(least.share)} of its questions open.`
  if (least.share === most.share)
    return `${when} ${calls}, every method has ${formatShare(least.share)} of its questions open.`
  return `${when} ${calls}, ${least.name} has the fewest questions open (${formatShare(least.share)}), ${most.name} the most (${formatShare(most.share)}).`
}

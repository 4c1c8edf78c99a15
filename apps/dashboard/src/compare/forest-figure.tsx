'use client'
import { counted } from '@cges-fleet/core/counted'
import { ChartFigure } from '../charts/chart-figure'
import { drawForest, forestHeight, type ForestRow } from '../charts/draw-forest'
import { formatPoints, formatPointsInterval } from '../format/format-points'
import type { TableText } from '../format/table/table-text'
import { wordOf } from '../statistics/word-of'
import type { JudgedPair } from './judged-pairs'
import { commonBase, type NamedPair, pairName } from './named-comparison'

interface Props {
  readonly judged: readonly JudgedPair[]
  readonly unpaired: readonly NamedPair[]
  readonly margin: number
  readonly table: TableText
}

/** Differences in accuracy with their intervals, one under the other. */
export function ForestFigure({ judged, unpaired, margin, table }: Props) {
  const base = commonBase([...judged, ...unpaired])
  const rows = [...judged.flatMap(pairedRow), ...unpaired.flatMap(unpairedRow)].map((row) => ({
    ...row,
    name: base === null ? row.name : row.name.replace(base, ''),
  }))
  return (
    <ChartFigure
      title="Differences in accuracy"
      finding={findingOf({ judged, unpaired: unpaired.length, base })}
      height={forestHeight(rows.length)}
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

interface Found extends Pick<Props, 'judged'> {
  readonly unpaired: number
  readonly base: string | null
}

function findingOf({ judged, unpaired, base }: Found): string {
  const words = judged.flatMap(({ difference }) => (difference === null ? [] : [wordOf(difference)]))
  const count = (word: string) => words.filter((each) => each === word).length
  const told = (['better', 'worse', 'tie', 'non-inferior', 'inconclusive'] as const)
    .filter((word) => count(word) > 0)
    .map((word) => `${count(word)} ${word}`)
  const apart = unpaired === 0 ? '' : ` Dashed and hollow: ${unpaired} unpaired, of other questions, not judged.`
  if (told.length === 0) return `No pair is judged.${apart}`
  return `Of ${counted(words.length, 'paired difference')}${base === null ? '' : `, all${base}`}: ${told.join(', ')}. Bars are 95% intervals; shaded: the loss of a point that is tolerated.${apart}`
}

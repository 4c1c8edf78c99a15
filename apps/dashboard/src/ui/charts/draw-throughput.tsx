import type { EvaluationView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { formatDuration, formatInstant } from '../format/times'
import { Axes } from './axes'
import type { Drawing } from './drawing'
import { type Box, plotArea, type Size } from './geometry'
import { linearScale, roundDomain, type Tick } from './scales'

/** Draws the samples read per interval since the evaluation began; `unit` names the interval. */
export function drawThroughput(view: EvaluationView, unit: string, size: Size, zone: string): Drawing {
  const { area, bars, xTicks, yTicks } = throughputGeometry(view, size)
  return {
    points: bars.map(({ at, samples, x, y, width }) => ({
      series: 'samples',
      x: x + width / 2,
      y,
      text: `${formatInstant(at, zone)}: ${counted(samples, 'sample')}`,
    })),
    content: (
      <>
        <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel="time since it was created" yLabel={unit} />
        {bars.map(({ at, x, y, width, height }) => (
          <rect key={at} className="throughput" x={x} y={y} width={width} height={height} />
        ))}
      </>
    ),
  }
}

interface Throughput {
  readonly area: Box
  readonly bars: readonly (Box & { readonly at: string; readonly samples: number })[]
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
}

type Interval = EvaluationView['throughput'][number]

/** The length of the intervals samples are counted in, in seconds; null when there are too few to tell. */
export function intervalSeconds(intervals: readonly Interval[]): number | null {
  const gaps = intervals.slice(1).map(({ at }, index) => seconds(intervals[index]?.at ?? at, at))
  const positive = gaps.filter((gap) => gap > 0)
  return positive.length === 0 ? null : Math.min(...positive)
}

/** Lays out samples read per interval as bars over the time since the evaluation began. */
function throughputGeometry({ throughput, createdAt, samples }: EvaluationView, size: Size): Throughput {
  const area = plotArea(size)
  const step = intervalSeconds(throughput) ?? 1
  const starts = throughput.map(({ at }) => seconds(createdAt, at))
  const end = Math.max(step, samples.elapsedSeconds, ...starts.map((start) => start + step))
  const x = linearScale([0, end], [area.x, area.x + area.width]).at
  const most = Math.max(4, ...throughput.map(({ samples }) => samples))
  const y = linearScale(roundDomain([0, most], 4), [area.y + area.height, area.y], 4)
  return {
    area,
    bars: throughput.map(({ at, samples: count }, index) => {
      const start = starts[index] ?? 0
      // Intervals begin at round instants, the first before the evaluation did.
      const left = x(Math.max(0, start))
      const width = Math.min(WIDEST_PX, Math.max(1, x(start + step) - left - 1))
      const top = y.at(count)
      return { at, samples: count, x: left, y: top, width, height: area.y + area.height - top }
    }),
    xTicks: timeTicks(end, size).map((value) => ({ at: x(value), text: formatDuration(value) })),
    yTicks: y.ticks.map((value) => ({ at: y.at(value), text: short.format(value) })),
  }
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact' })

const WIDEST_PX = 48
const STEPS = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400]

function timeTicks(end: number, { width }: Size): number[] {
  const most = Math.max(2, Math.floor(width / 90))
  const step = STEPS.find((candidate) => end / candidate <= most) ?? Math.ceil(end / most / 86_400) * 86_400
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step)
}

function seconds(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}

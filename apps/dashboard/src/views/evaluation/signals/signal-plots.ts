import type { MethodCurve, SignalQuality } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import type { Plot, PlotAxis } from '../../../ui/charts/draw-plot'
import { formatCount, formatInterval, formatShare } from '../../../ui/format/numbers'
import type { NamedReport } from '../../../ui/methods/names'

const percent = (share: number) => `${Math.round(100 * share)}%`
const tenths = (value: number) => value.toFixed(1).replace('-', '−')

function shareAxis(label: string): PlotAxis {
  return { label, domain: [0, 1], scale: 'linear', format: percent }
}

const LOOK = { look: 'signal', dots: true } as const

/** Accuracy of answers against the signal's confidence; none before it is measured. */
export function reliabilityPlot(bins: SignalQuality['bins']): Plot {
  const points = bins.map(({ low, high, n, confidence, accuracy, interval }) => ({
    x: confidence,
    y: accuracy,
    low: interval.low,
    high: interval.high,
    text: `${counted(n, 'answer')}, ${low.toFixed(3)} to ${high.toFixed(3)} sure, ${confidence.toFixed(3)} on average: ${formatShare(accuracy)} right ${formatInterval(interval)}`,
  }))
  const [from, to] = tenthsAround(bins)
  return {
    x: { ...shareAxis('confidence'), domain: [from, to], format: to - from < 0.6 ? hundredths : tenths },
    y: shareAxis('right'),
    series: [{ key: 'bins', name: 'answers', ...LOOK, line: 'straight', points }],
    ideal: [
      [from, from],
      [to, to],
    ],
    counts: bins.map(({ low, high, n }) => ({ from: low, to: high, n: n / Math.max(high - low, 1e-4) })),
  }
}

/** The range in tenths that holds all bins; the whole range if there are none. */
function tenthsAround(bins: SignalQuality['bins']): [number, number] {
  if (bins.length === 0) return [0, 1]
  const from = Math.floor(10 * Math.min(...bins.map(({ low }) => low))) / 10
  return [Math.min(0.9, from), Math.max(from + 0.1, Math.ceil(10 * Math.max(...bins.map(({ high }) => high))) / 10)]
}

/** How many right answers a threshold keeps against how many wrong ones; a constant confidence lies on the diagonal. */
export function rocPlot(quality: SignalQuality | null): Plot {
  const points = (quality?.roc ?? []).map(([wrong, right]) => ({
    x: wrong,
    y: right,
    text: `keeps ${formatShare(right)} of the right answers and ${formatShare(wrong)} of the wrong ones`,
  }))
  return {
    x: shareAxis('wrong answers kept'),
    y: shareAxis('right answers kept'),
    series: [{ key: 'roc', name: 'ROC', ...LOOK, dots: false, line: 'straight', points }],
    ideal: [
      [0, 0],
      [1, 1],
    ],
  }
}

/**
 * The share of wrong answers if only the most confident are kept; with a constant confidence it stays the same
 * throughout.
 */
export function riskPlot(quality: SignalQuality | null): Plot {
  const points = (quality?.riskCoverage ?? []).map(([kept, wrong]) => ({
    x: kept,
    y: wrong,
    text: `the surest ${formatShare(kept)}: ${formatShare(wrong)} wrong`,
  }))
  const most = Math.max(0.1, ...points.map(({ y }) => y))
  const wrong = quality?.constant == null ? null : 1 - quality.constant.confidence
  return {
    x: shareAxis('answers kept, the surest first'),
    y: { ...shareAxis('wrong among them'), domain: [0, Math.min(1, Math.max(most, wrong ?? 0) * 1.1)] },
    series: [{ key: 'risk', name: 'risk', ...LOOK, dots: false, line: 'straight', points }],
    ...(wrong === null
      ? {}
      : {
          ideal: [
            [0, wrong],
            [1, wrong],
          ] as const,
        }),
  }
}

/** How far right answers are surer than wrong ones, call by call; a constant confidence stays at 0. */
export function driftPlot(quality: SignalQuality | null): Plot {
  const groups = quality?.byCall ?? []
  const points = groups.flatMap(({ from, to, n, muHat, interval }) =>
    muHat === null || interval === null
      ? []
      : [
          {
            x: Math.sqrt(from * to),
            y: muHat,
            low: interval.low,
            high: interval.high,
            text: `${from === to ? `call ${from}` : `calls ${from} to ${to}`}: μ̂ ${hundredths(muHat)} [${hundredths(interval.low)}, ${hundredths(interval.high)}], ${counted(n, 'answer')}`,
          },
        ],
  )
  const ends = points.flatMap(({ low, high }) => [low, high])
  const last = 2 ** Math.ceil(Math.log2(Math.max(2, ...groups.map(({ to }) => to))))
  return {
    x: { label: 'call, log₂', domain: [1, last], scale: 'log2', format: (call) => `${call}` },
    y: {
      label: 'drift μ̂, nats',
      domain: [Math.min(0, ...ends) - 0.2, Math.max(1, ...ends) + 0.2],
      scale: 'linear',
      format: tenths,
    },
    series: [{ key: 'drift', name: 'drift', ...LOOK, line: 'straight', points }],
    ideal: [
      [1, 0],
      [last, 0],
    ],
  }
}

function hundredths(value: number): string {
  return value.toFixed(2).replace('-', '−')
}

/**
 * The share of wrong answers among the trials a rule stopped, against the share its γ promises; below the diagonal the
 * promise is kept.
 */
export function stoppingPlot(reports: readonly NamedReport[], curves: readonly MethodCurve[]): Plot {
  const series = reports.flatMap(({ key, name, identity }) => {
    const curve = curves.find((each) => each.key === key)
    const points = (curve?.points ?? []).flatMap(({ at, stopped, error }) =>
      error === null
        ? []
        : [
            {
              x: 1 - at,
              y: error.value,
              low: error.low,
              high: error.high,
              text: `${name} at γ ${at}: aimed for at most ${formatShare(1 - at)} errors, measured ${formatShare(error.value)} ${formatInterval(error)} of ${formatCount(stopped)} stops`,
            },
          ],
    )
    return [
      {
        key,
        name,
        look: identity,
        line: 'straight' as const,
        dots: true,
        points: points.toSorted((a, b) => a.x - b.x),
      },
    ]
  })
  const most = Math.min(1, Math.max(0.1, ...series.flatMap(({ points }) => points.map(({ high }) => high))) * 1.05)
  return {
    x: {
      label: 'wrong at most, as promised: 1 − γ, log₁₀',
      domain: [0.0001, 0.5],
      scale: 'log10',
      format: smallPercent,
    },
    y: { ...shareAxis('wrong among the questions stopped'), domain: [0, most] },
    series,
    ideal: PROMISED.map((share) => [share, share] as const).filter(([share]) => share <= most),
  }
}

/** Steps of the line a kept promise lies on or below, close enough to look smooth. */
const PROMISED = Array.from({ length: 75 }, (_, step) => 0.0001 * 10 ** (step / 20))

function smallPercent(share: number): string {
  return `${Number((100 * share).toPrecision(1))}%`
}

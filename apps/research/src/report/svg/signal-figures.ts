import { NOISE_SIGMAS } from '../../analysis/noise.js'
import { SIGNAL_LABELS } from '../../analysis/result-rows.js'
import type { SignalRow } from '../../analysis/signal-table.js'
import type { BenchmarkReport, Reproduction } from '../reproduction.js'
import { niceAxis, picture, type Scale } from './axes.js'
import { benchmarkHue, benchmarkLegend, signalLegend, signalStyle } from './hues.js'
import { dots, legend, line } from './marks.js'

/** Drift against what CGES saves, token signals and reward model apart, for their drifts are not on one scale. */
export function driftFigure({ benchmarks }: Reproduction): string {
  const rows = benchmarks.flatMap((each) => each.signals)
  const token = rows.filter(({ signal }) => signal !== 'rm')
  const rm = rows.filter(({ signal }) => signal === 'rm')
  const panels = [
    token.length > 0 ? driftPanel('token signals', token) : '',
    rm.length > 0 ? driftPanel('reward model', rm) : '',
  ]
  return `<figure><div class="pair">${panels.join('')}</div>${benchmarkLegend(benchmarks)}
<figcaption>Drift μ̂ across, efficiency at γ = .999 up; one point a signal and benchmark.</figcaption></figure>`
}

function driftPanel(title: string, rows: readonly SignalRow[]): string {
  const x = niceAxis([0, ...rows.map(({ quality }) => quality.muHat ?? 0)], 4)
  const area = {
    width: 360,
    height: 260,
    x: { label: 'drift μ̂ in nats', ...x, text: String },
    y: { label: 'efficiency', low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: String },
  }
  const marks = (scale: Scale): string =>
    rows
      .map(({ benchmark, signal, quality, efficiency }) => {
        const says = `${benchmark}, ${SIGNAL_LABELS[signal]}: μ̂ ${(quality.muHat ?? 0).toFixed(3)}, efficiency ${efficiency.toFixed(3)}`
        return dots(scale, [{ x: quality.muHat ?? 0, y: efficiency, says }], {
          hue: benchmarkHue(benchmark),
          radius: 4,
        })
      })
      .join('')
  return `<div><h4>${title}</h4>${picture(area, `drift against efficiency, ${title}`, marks)}</div>`
}

/** Accuracy as noise grows, a line a signal. */
export function noiseFigure({ benchmarks }: Reproduction): string {
  return `<figure><div class="many">${benchmarks.map(noisePanel).join('')}</div>${legend(signalLegend(benchmarks))}
<figcaption>CGES’s accuracy at γ = .999 and B = 16, with normal noise of standard deviation σ added to every confidence.</figcaption></figure>`
}

function noisePanel({ title, noise }: BenchmarkReport): string {
  const y = niceAxis(
    noise.map(({ accuracy }) => 100 * accuracy),
    4,
  )
  const area = {
    width: 400,
    height: 220,
    x: { label: 'σ', low: 0, high: 0.5, ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5], text: String },
    y: { label: 'accuracy in %', ...y, text: String },
  }
  const signals = [...new Set(noise.map(({ signal }) => signal))]
  const marks = (scale: Scale): string =>
    signals
      .map((signal) => {
        const points = NOISE_SIGMAS.flatMap((sigma) => {
          const row = noise.find((each) => each.signal === signal && each.sigma === sigma)
          return row === undefined ? [] : [{ x: sigma, y: 100 * row.accuracy }]
        })
        return line(scale, points, signalStyle(signal))
      })
      .join('')
  return `<div><h4>${title}</h4>${picture(area, `${title}: accuracy under noise`, marks)}</div>`
}

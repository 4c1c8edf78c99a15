import { SIGNAL_LABELS } from '../../analysis/result-rows.js'
import type { Reproduction } from '../reproduction.js'
import { picture, type Scale } from './axes.js'
import { benchmarkHue, benchmarkLegend } from './hues.js'
import { dots, line } from './marks.js'

interface Predicted {
  readonly hue: string
  readonly ours: number
  readonly paper: number
  readonly rm: boolean
  readonly says: string
}

const TICKS = [0, 4, 8, 12, 16]

/** CGES's calls, predicted against published: at γ = .999, and at the efficient γ. */
export function predictionFigure({ benchmarks }: Reproduction): string {
  const fixed = benchmarks.flatMap(({ benchmark, title, signals }) =>
    signals.map(({ signal, calls, publishedCalls }): Predicted => ({
      hue: benchmarkHue(benchmark),
      ours: calls,
      paper: publishedCalls,
      rm: signal === 'rm',
      says: `${title}, ${SIGNAL_LABELS[signal]}: ${calls.toFixed(2)} here, ${publishedCalls.toFixed(2)} in the paper`,
    })),
  )
  const efficient = benchmarks.flatMap(({ benchmark, title, rows }) =>
    rows.flatMap(({ id, label, budget, calls, published }): Predicted[] => {
      if (!id.startsWith('cges-') || budget !== 16 || published === null) return []
      const says = `${title}, ${label}: ${calls.mean.toFixed(2)} here, ${published.calls.toFixed(2)} in the paper`
      const hue = benchmarkHue(benchmark)
      return [{ hue, ours: calls.mean, paper: published.calls, rm: id === 'cges-rm', says }]
    }),
  )
  return `<figure><div class="pair">${panel('γ = .999, chosen by nobody', fixed)}${panel('efficient γ, B = 16', efficient)}</div>
${benchmarkLegend(benchmarks)}<figcaption>CGES’s calls a question: across the paper’s, up ours. Hollow: reward model. The band is ± 15 %.</figcaption></figure>`
}

function panel(title: string, points: readonly Predicted[]): string {
  const axis = { low: 0, high: 16, ticks: TICKS, text: String }
  const area = {
    width: 360,
    height: 300,
    x: { ...axis, label: 'published calls' },
    y: { ...axis, label: 'calls here' },
  }
  const marks = (scale: Scale): string => {
    const corner = `${scale.x(0)},${scale.y(0)}`
    const band = `<polygon class="band" points="${corner} ${scale.x(16 / 1.15)},${scale.y(16)} ${scale.x(16)},${scale.y(16)} ${scale.x(16)},${scale.y(16 * 0.85)}"/>`
    const diagonal = line(
      scale,
      [
        { x: 0, y: 0 },
        { x: 16, y: 16 },
      ],
      { hue: 'quiet', dash: '3 3' },
    )
    const each = points.map(({ hue, ours, paper, rm, says }) =>
      dots(scale, [{ x: paper, y: ours, says }], { hue, radius: 4, hollow: rm }),
    )
    return band + diagonal + each.join('')
  }
  return `<div><h4>${title}</h4>${picture(area, title, marks)}</div>`
}

import type { ParetoSeries } from '../../analysis/pareto.js'
import { PaperSignal } from '../../profile/paper-benchmark.js'
import type { BenchmarkReport, Reproduction } from '../reproduction.js'
import { niceAxis, picture, type Scale } from './axes.js'
import { signalLegend, signalStyle } from './hues.js'
import { dots, legend, line } from './marks.js'

const BASELINES: Readonly<Record<string, string>> = {
  sc: 'sc',
  'esc-w4': 'esc',
  'esc-w8': 'esc',
  'asc-beta': 'asc',
  'asc-dirichlet': 'asc',
  dsc: 'dsc',
}

/** Accuracy against calls on each benchmark: CGES along γ, the others along B. */
export function paretoFigure({ benchmarks }: Reproduction): string {
  const entries = [
    { label: 'SC', hue: 'sc' },
    ...[
      { label: 'ESC', hue: 'esc' },
      { label: 'ASC', hue: 'asc' },
      { label: 'DSC', hue: 'dsc' },
    ].map((each) => ({ ...each, dot: true })),
    ...signalLegend(benchmarks),
  ]
  return `<figure><div class="many">${benchmarks.map(panel).join('')}</div>${legend(entries)}
<figcaption>SC at B = 4, 8, 16; ESC, ASC and DSC at their budgets; CGES at B = 16, along γ from .70 to .9999. Filled points are dominated by nothing. Point at one for its numbers. The paper draws these pictures without numbers, so no difference can be given.</figcaption></figure>`
}

function panel({ title, pareto }: BenchmarkReport): string {
  const points = pareto.series.flatMap((each) => each.points)
  const y = niceAxis(
    points.map(({ accuracy }) => 100 * accuracy),
    4,
  )
  const area = {
    width: 400,
    height: 280,
    x: { label: 'calls a question', low: 0, high: 16.5, ticks: [0, 4, 8, 12, 16], text: String },
    y: { label: 'accuracy in %', ...y, text: String },
  }
  return `<div><h4>${title}</h4>${picture(area, `${title}: accuracy against calls`, (scale) =>
    pareto.series.map((series) => seriesMarks(scale, series)).join(''),
  )}</div>`
}

function seriesMarks(scale: Scale, { id, label, points }: ParetoSeries): string {
  const marks = points.map(({ calls, accuracy, at, onFront }) => ({
    x: calls,
    y: 100 * accuracy,
    says: `${label}, ${at}: ${(100 * accuracy).toFixed(1)} %, ${calls.toFixed(2)} calls`,
    onFront,
  }))
  const signal = PaperSignal.safeParse(id.replace('cges-', ''))
  if (!signal.success) {
    const hue = BASELINES[id] ?? 'quiet'
    const joined = points.length > 1 ? line(scale, marks, { hue, dash: id === 'sc' ? '' : '1 4' }) : ''
    return joined + bothKinds(scale, marks, { hue, radius: 4 })
  }
  const style = signalStyle(signal.data)
  return line(scale, marks, style) + bothKinds(scale, marks, { hue: style.hue, radius: 1.8 })
}

function bothKinds(
  scale: Scale,
  marks: readonly { x: number; y: number; says: string; onFront: boolean }[],
  style: { readonly hue: string; readonly radius: number },
): string {
  return [true, false]
    .map((front) =>
      dots(
        scale,
        marks.filter(({ onFront }) => onFront === front),
        { ...style, hollow: !front },
      ),
    )
    .join('')
}

import { FIGURE_ONE, type FigureRow } from '../../analysis/figure-one.js'
import type { SlicePrediction } from '../../analysis/drift-slices.js'
import type { TheoryRow } from '../../analysis/ideal-model.js'
import type { BenchmarkReport } from '../reproduction.js'
import { bySignal } from './signal-tables.js'
import { type Cell, gammaText, type Table, written } from './table.js'

/** The paper's limits beside what simulation gives. */
export function theoryTable(rows: readonly TheoryRow[]): Table {
  return {
    id: 'theory',
    title: 'The limits that the paper proves, simulated where their assumptions hold: share of runs that have arrived',
    note: 'Arrived: the right answer has a score of .99 (3.2, dynamic support), or leads (3.5). Drift in nats a sample. A drift within .1 of 0 needs more samples than these to show.',
    head: ['', 'drift μ', 'promised', 'shares by samples', ''],
    rows: rows.map(({ claim, setting, drift, promised, shares, holds }) => ({
      label: `${claim}: ${setting}`,
      cells: [
        drift === null ? null : { ours: written(drift, 2) },
        { ours: promised },
        { ours: shares.map(({ samples, share }) => `${written(100 * share, 1)} % (${samples})`).join(', ') },
        { ours: holds === null ? 'too slow to tell' : holds ? 'seen' : 'not seen', far: holds === false },
      ],
    })),
  }
}

/** The two cases of figure 1. */
export function figureOneTable(rows: readonly FigureRow[]): Table {
  const methods = [...new Set(rows.map(({ method }) => method))]
  return {
    id: 'figure-1',
    title: 'Figure 1: what each rule answers, and with how many of 16 samples',
    note: 'The answers and what each rule does with them are the paper’s; it prints no numbers, so the samples are ours (docs/figure-1.md).',
    head: ['', ...FIGURE_ONE.map(({ id, right }) => `(${id}) right: ${right}`)],
    rows: methods.map((method) => ({
      label: method,
      cells: FIGURE_ONE.map(({ id }): Cell | null => {
        const row = rows.find((each) => each.case === id && each.method === method)
        if (row === undefined) return null
        return { ours: row.answer ?? 'none', note: `${row.calls} of 16${row.isRight ? '' : ', wrong'}` }
      }),
    })),
  }
}

/** How well μ̂ on a small labelled slice tells what CGES saves. */
export function sliceTable(predictions: readonly SlicePrediction[]): Table {
  return {
    id: 'slices',
    title:
      'μ̂ on a slice of labelled questions against what CGES saves at γ = .999: Pearson’s r over signals and benchmarks',
    note: 'Token signals; 100 slices of each size. AIME24 has 30 questions: every slice is all of them.',
    head: ['', 'pairs', 'r, all samples', 'r, median slice', '90 % of slices', 'slices with r < 0'],
    rows: predictions.map(({ size, pairs, whole, median, low, high, reversed }) => ({
      label: `${size} questions`,
      cells: [
        { ours: `${pairs}` },
        { ours: written(whole?.r, 2) },
        { ours: written(median, 2) },
        { ours: `${written(low, 2)} … ${written(high, 2)}` },
        { ours: `${written(100 * reversed, 0)} %` },
      ],
    })),
  }
}

/** How flat the curves are near their top, and how many questions use the whole budget up. */
export function topTables(benchmarks: readonly BenchmarkReport[]): Table[] {
  const flat = bySignal(
    benchmarks,
    {
      id: 'flat',
      title:
        'Accuracy between γ = .9 and .999 (B = 16): points between the best and the worst, and calls at either end',
      note: 'Marked: more than a point.',
    },
    ({ top }, signal) => {
      const row = top.find((each) => each.signal === signal)
      if (row === undefined) return null
      const [first, last] = [row.points[0], row.points.at(-1)]
      const calls = `${written(first?.calls, 2)} … ${written(last?.calls, 2)} calls`
      return { ours: written(100 * row.range, 1), note: calls, far: row.range > 0.01 }
    },
  )
  const exhausted = (gamma: number): Table =>
    bySignal(
      benchmarks,
      {
        id: `exhausted-${gamma}`,
        title: `Questions that end at the budget of 16, below γ = ${gammaText(gamma)}`,
        note: 'Marked: more than one in ten.',
      },
      ({ top }, signal) => {
        const point = top.find((each) => each.signal === signal)?.points.find((each) => each.gamma === gamma)
        if (point === undefined) return null
        return { ours: `${written(100 * point.exhausted, 1)} %`, far: point.exhausted > 0.1 }
      },
    )
  return [flat, exhausted(0.9), exhausted(0.99), exhausted(0.999)]
}

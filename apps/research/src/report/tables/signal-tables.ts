import type { DriftCorrelation } from '../../analysis/drift.js'
import { NOISE_SIGMAS } from '../../analysis/noise.js'
import { SIGNAL_LABELS } from '../../analysis/result-rows.js'
import type { SignalRow } from '../../analysis/signal-table.js'
import type { PaperSignal } from '../../profile/paper-benchmark.js'
import type { BenchmarkReport } from '../reproduction.js'
import { type Cell, signed, type Table, type TableRow, written } from './table.js'

/** One row a signal, one column a benchmark. */
export function bySignal(
  benchmarks: readonly BenchmarkReport[],
  facts: Pick<Table, 'id' | 'title' | 'note'> & { readonly kind?: TableRow['kind'] },
  cell: (report: BenchmarkReport, signal: PaperSignal) => Cell | null,
): Table {
  const { kind, ...table } = facts
  const signals = [...new Set(benchmarks.flatMap((each) => each.signals.map(({ signal }) => signal)))]
  return {
    ...table,
    head: ['', ...benchmarks.map(({ title }) => title)],
    rows: signals.map((signal) => ({
      label: SIGNAL_LABELS[signal],
      ...(kind === undefined ? {} : { kind }),
      cells: benchmarks.map((report) => cell(report, signal)),
    })),
  }
}

/** ECE, AUC, what CGES saves at γ = .999, and what the paper leaves out: drift as its theorem has it. */
export function signalTables(benchmarks: readonly BenchmarkReport[]): Table[] {
  const kind = benchmarks.every(({ origin }) => origin === 'simulated') ? ({ kind: 'fitted' } as const) : {}
  const efficiency = {
    id: 'efficiency',
    title: 'Efficiency 1 − calls / B at γ = .999, B = 16',
    note: 'Chosen by nobody’s labels, so the cleanest comparison there is.',
  }
  return [
    bySignal(
      benchmarks,
      efficiency,
      comparedCell((row) => [row.efficiency, row.published.efficiency], 0.1),
    ),
    bySignal(
      benchmarks,
      { id: 'ece', title: 'ECE (10 bins)', ...kind },
      comparedCell(({ quality, published }) => [quality.ece10, published.ece], 0.02),
    ),
    bySignal(
      benchmarks,
      { id: 'auc', title: 'AUC', ...kind },
      comparedCell(({ quality, published }) => [quality.auc, published.auc], 0.02),
    ),
    driftTable(benchmarks),
  ]
}

/** A cell with a signal's number beside the paper's, marked if it is further off than `far`. */
function comparedCell(read: (row: SignalRow) => readonly [number | null, number], far: number) {
  return (report: BenchmarkReport, signal: PaperSignal): Cell | null => {
    const row = rowOf(report, signal)
    const [ours, paper] = row === undefined ? [null, 0] : read(row)
    if (ours === null) return null
    const here = written(ours, 3)
    const there = written(paper, 3)
    return { ours: here, paper: there, difference: signed(ours - paper, 3), far: Math.abs(ours - paper) > far }
  }
}

function driftTable(benchmarks: readonly BenchmarkReport[]): Table {
  const facts = {
    id: 'drift',
    title: 'Drift μ̂ in nats, and the share of questions whose least drift is positive',
    note: 'The paper draws μ̂ and prints no number of it. The share is of questions that drew their true answer, by the theorem’s own definition.',
  }
  return bySignal(benchmarks, facts, (report, signal) => {
    const row = rowOf(report, signal)
    if (row === undefined) return null
    const share = row.driftPositive === null ? '—' : `${(100 * row.driftPositive).toFixed(0)} %`
    return { ours: written(row.quality.muHat, 3), note: `${share} positive` }
  })
}

function rowOf({ signals }: BenchmarkReport, signal: PaperSignal): SignalRow | undefined {
  return signals.find((row) => row.signal === signal)
}

/** The correlates of efficiency, over pairs of a signal and a benchmark. */
export function correlationTable(correlations: readonly DriftCorrelation[]): Table {
  return {
    id: 'correlations',
    title: 'Pearson’s r with efficiency at γ = .999',
    note: 'Where the paper states no r, its column is computed here from the table it printed.',
    head: ['', 'pairs', 'r', 'p', 'paper’s r', 'paper’s p'],
    rows: correlations.map(({ of, pairs, ours, published, stated }) => ({
      label: stated ? of : `${of} †`,
      cells: [String(pairs), written(ours?.r, 2), pText(ours?.p), written(published?.r, 2), pText(published?.p)].map(
        (text) => ({ ours: text }),
      ),
    })),
  }
}

function pText(p: number | null | undefined): string {
  if (p === null || p === undefined) return '—'
  return p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/u, '')
}

/** The change in accuracy under noise, in points. */
export function noiseTable(benchmarks: readonly BenchmarkReport[]): Table {
  const sigmas = NOISE_SIGMAS.filter((sigma) => sigma === 0.05 || sigma === 0.5)
  return bySignal(
    benchmarks,
    {
      id: 'noise',
      title: `Change in accuracy, in points, with noise of σ = ${sigmas.join(' and ')} on confidences (γ = .999, B = 16)`,
      note: 'The paper, in words: flat up to σ = .05 everywhere, −2 to −5 at σ = .5 on GSM8K and MATH500, more on AIME24; it names no γ.',
    },
    ({ noise }, signal) => {
      const at = (sigma: number) => noise.find((row) => row.signal === signal && row.sigma === sigma)
      const none = at(0)
      if (none === undefined) return null
      const [small, large] = sigmas.map((sigma) => 100 * ((at(sigma)?.accuracy ?? Number.NaN) - none.accuracy))
      return { ours: `${signed(small ?? 0, 1)} / ${signed(large ?? 0, 1)}` }
    },
  )
}

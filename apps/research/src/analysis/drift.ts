import { type Correlation, pearson } from '@cges-fleet/statistics'
import type { Published } from '../published.js'
import { PAPER_BENCHMARKS, PAPER_SIGNALS } from '../profile/paper-benchmark.js'
import type { SignalRow } from './signal-table.js'

/** Pearson's r of what CGES saves at γ = .999 with something known of the signal, over (signal, benchmark) pairs. */
export interface DriftCorrelation {
  readonly of: string
  readonly pairs: number
  readonly ours: Correlation | null
  readonly published: Correlation | null
  /** The paper says so in words; else it is computed here from the table it printed. */
  readonly stated: boolean
}

/** Correlates efficiency with drift, ECE and AUC, as found here and as printed. */
export function driftCorrelations(rows: readonly SignalRow[], published: Published): DriftCorrelation[] {
  const token = rows.filter(({ signal }) => signal !== 'rm')
  const stated = (of: string, some: readonly SignalRow[], paper: Correlation): DriftCorrelation => {
    return { of: `drift μ̂, ${of}`, pairs: some.length, ours: correlate(some, driftOf), published: paper, stated: true }
  }
  const standardised = correlate(rows, ({ quality }) => quality.standardisedDrift)
  return [
    stated('token signals', token, published.drift.token),
    stated(
      'reward model',
      rows.filter(({ signal }) => signal === 'rm'),
      published.drift.rm,
    ),
    stated('all', rows, published.drift.all),
    { of: 'standardised drift, all', pairs: rows.length, ours: standardised, published: null, stated: false },
    printed('ECE', token, [({ quality }) => quality.ece10, published, 'ece']),
    printed('AUC', token, [({ quality }) => quality.auc, published, 'auc']),
  ]
}

function driftOf({ quality }: SignalRow): number | null {
  return quality.muHat
}

function printed(
  name: string,
  token: readonly SignalRow[],
  [read, published, column]: readonly [(row: SignalRow) => number | null, Published, 'ece' | 'auc'],
): DriftCorrelation {
  const there = printedRows(published)
  const r = pearson(
    there.map((each) => each[column]),
    there.map(({ efficiency }) => efficiency),
  )
  return {
    of: `${name}, token signals`,
    pairs: token.length,
    ours: correlate(token, read),
    published: r,
    stated: false,
  }
}

function printedRows(published: Published) {
  return PAPER_SIGNALS.filter((signal) => signal !== 'rm').flatMap((signal) =>
    PAPER_BENCHMARKS.map((benchmark) => published.signals[signal][benchmark]),
  )
}

function correlate(rows: readonly SignalRow[], read: (row: SignalRow) => number | null): Correlation | null {
  const pairs = rows.flatMap((row) => {
    const value = read(row)
    return value === null ? [] : [[value, row.efficiency] as const]
  })
  return pairs.length < 3
    ? null
    : pearson(
        pairs.map(([value]) => value),
        pairs.map(([, value]) => value),
      )
}

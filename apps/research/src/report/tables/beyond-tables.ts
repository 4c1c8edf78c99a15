import type { IdealRisk } from '../../analysis/ideal-risk.js'
import type { RiskRow } from '../../analysis/risk.js'
import type { BenchmarkReport, Gate } from '../reproduction.js'
import { bySignal } from './signal-tables.js'
import { type Cell, gammaText, signed, type Table, written } from './table.js'

/** How the paper’s choice of γ does on held-out questions, beside values of γ fixed beforehand. */
export function gammaTables(benchmarks: readonly BenchmarkReport[]): Table[] {
  const chosen = (part: 'sameLabels' | 'heldOut', facts: Pick<Table, 'id' | 'title' | 'note'>): Table =>
    bySignal(benchmarks, facts, ({ heldOut }, signal) => {
      const row = heldOut.find((each) => each.signal === signal)?.[part]
      return row === undefined ? null : against(row.difference, row.calls, row.below)
    })
  const fixed = (gamma: number): Table => {
    const title = `γ = ${gammaText(gamma)}, chosen by no labels: points against SC, and calls (B = 16)`
    return bySignal(benchmarks, { id: `fixed-${gamma}`, title }, ({ fixedGamma }, signal) => {
      const row = fixedGamma.find((each) => each.signal === signal && each.gamma === gamma)
      return row === undefined ? null : against(row.difference, row.calls.mean)
    })
  }
  return [
    chosen('sameLabels', {
      id: 'same-labels',
      title: 'Efficient γ chosen and judged on the same run: points against SC, and calls (B = 16)',
      note: 'Run by run, not averaged over runs first. “Below” is the share of runs more than 0.2 points under SC.',
    }),
    chosen('heldOut', {
      id: 'held-out',
      title: 'The same, chosen on one half of the questions and judged by the other',
    }),
    fixed(0.99),
    fixed(0.999),
  ]
}

function against(difference: number, calls: number, below?: number): Cell {
  const share = below === undefined ? '' : ` · ${(100 * below).toFixed(0)} % below`
  return { ours: signed(100 * difference, 1), note: `${written(calls, 2)} calls${share}` }
}

/** How often CGES was wrong where it stopped by its threshold. */
export function riskTables(benchmarks: readonly BenchmarkReport[]): Table[] {
  const at = (gamma: number, fixed: boolean): Table =>
    bySignal(
      fixed ? benchmarks.filter(({ risk }) => risk.some(({ support }) => support !== 'dynamic')) : benchmarks,
      {
        id: `risk-${gamma}-${fixed ? 'fixed' : 'dynamic'}`,
        title: `Wrong, of those stopped at γ = ${gammaText(gamma)}; promised: at most ${written(100 * (1 - gamma), 1)} %${fixed ? ' (support fixed at the number of options)' : ''}`,
      },
      ({ risk }, signal) => {
        const row = risk.find(
          (each) => each.signal === signal && each.gamma === gamma && (each.support !== 'dynamic') === fixed,
        )
        return row === undefined ? null : riskCell(row)
      },
    )
  const closed = benchmarks.some(({ risk }) => risk.some(({ support }) => support !== 'dynamic'))
  return [at(0.9, false), at(0.99, false), at(0.999, false), ...(closed ? [at(0.99, true)] : [])]
}

function riskCell({ risk, stopped, bound, low }: Omit<RiskRow, 'signal' | 'support' | 'gamma'>): Cell {
  const share = `${(100 * stopped).toFixed(0)} % stop`
  if (risk === null) return { ours: '—', note: share }
  return { ours: `${written(100 * risk, 1)} %`, note: share, far: low > bound }
}

/** The bound where its assumptions hold exactly, so that only the support can break it. */
export function idealRiskTable(rows: readonly IdealRisk[]): Table {
  const cases = rows.filter(({ support }) => support === 'dynamic')
  return {
    id: 'ideal-risk',
    title: 'Wrong, of those stopped, in ideal models: confidences exactly calibrated, B = 16',
    head: ['', 'γ', 'bound', 'growing support', 'fixed support'],
    rows: cases.map((row) => {
      const fixed = rows.find(
        (each) =>
          each.support === 'fixed' &&
          each.gamma === row.gamma &&
          each.options === row.options &&
          each.confidences.join() === row.confidences.join(),
      )
      return {
        label: `${row.options} options, C ${row.confidences.map(gammaText).join(', ')}`,
        cells: [
          { ours: gammaText(row.gamma) },
          { ours: `${written(100 * row.bound, 1)} %` },
          riskCell(row),
          fixed === undefined ? null : riskCell(fixed),
        ],
      }
    }),
  }
}

/** The targets of the simulation, and the figures reached. */
export function gateTable(gates: readonly Gate[]): Table {
  return {
    id: 'gates',
    title: 'Figures set beforehand',
    head: ['', 'wanted', 'found', ''],
    rows: gates.map(({ what, wanted, found, reached }) => ({
      label: what,
      cells: [{ ours: wanted }, { ours: found }, { ours: reached ? 'reached' : 'missed', far: !reached }],
    })),
  }
}

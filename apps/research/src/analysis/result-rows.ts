import { type Moments, moments } from '@cges-fleet/statistics'
import type { PaperSignal } from '../profile/paper-benchmark.js'
import { type Budget, BUDGETS, type Published, type PublishedCell, publishedCell } from '../published.js'
import { BASELINE_ROWS, type BaselineRow, type RowKind } from '../run/baselines.js'
import { type BenchmarkRun, scAccuracies } from '../run/benchmark-run.js'
import { efficientOutcome } from './efficient.js'
import { paperSeconds } from './wall-clock-model.js'

/** One row of a results table, for one benchmark at one budget; accuracy is a share. */
export interface ResultRow {
  readonly id: string
  readonly label: string
  readonly budget: Budget
  readonly kinds: { readonly accuracy: RowKind; readonly calls: RowKind }
  readonly accuracy: Moments
  readonly calls: Moments
  readonly gamma: number | null
  /** False if no γ keeps SC's accuracy, so that the largest stands. */
  readonly qualified: boolean | null
  readonly published: PublishedCell | null
  readonly wall: { readonly seconds: number; readonly published: number } | null
}

export const SIGNAL_LABELS: Readonly<Record<PaperSignal, string>> = {
  'lns-arith': 'CGES-LNS (arith)',
  'lns-geom': 'CGES-LNS (geom)',
  'deepconf-b10': 'CGES-DeepConf (B10)',
  'deepconf-tail': 'CGES-DeepConf (tail)',
  mars: 'CGES-MARS',
  rm: 'CGES-RM',
}

/** The paper's three results tables for one benchmark: the baselines, then CGES at its efficient γ. */
export function resultRows(run: BenchmarkRun, published: Published): ResultRow[] {
  return BUDGETS.flatMap((budget) => [
    ...BASELINE_ROWS.flatMap((row) => baselineRow(run, row, budget, published) ?? []),
    ...run.signals.map((signal): ResultRow => {
      const { gamma, qualified, accuracy, calls } = efficientOutcome(run, signal, budget)
      const name = [`cges-${signal}`, run.benchmark] as const
      return {
        id: `cges-${signal}`,
        label: SIGNAL_LABELS[signal],
        budget,
        kinds: { accuracy: 'predicted', calls: 'predicted' },
        accuracy,
        calls,
        gamma,
        qualified,
        published: publishedCell(published, budget, name),
        wall: budget === 16 ? paperSeconds(published, name, calls.mean) : null,
      }
    }),
  ])
}

function baselineRow(run: BenchmarkRun, row: BaselineRow, budget: Budget, published: Published): ResultRow | null {
  const results = run.baselines.get(`${row.id}@${budget}`)
  if (results === undefined) return null
  const accuracies = row.id === 'sc' ? scAccuracies(run, budget) : results.map(({ accuracy }) => accuracy)
  const calls = moments(results.map((each) => each.calls))
  const name = [row.row, run.benchmark] as const
  return {
    id: row.id,
    label: row.label,
    budget,
    kinds: { accuracy: accuracyKind(run, row), calls: row.calls(budget) },
    accuracy: moments(accuracies),
    calls,
    gamma: null,
    qualified: null,
    published: publishedCell(published, budget, name),
    wall: budget === 16 ? paperSeconds(published, name, calls.mean) : null,
  }
}

/** On GPQA both are fitted: ASC's accuracy, and SC's by its offset. */
function accuracyKind({ benchmark }: BenchmarkRun, { id, accuracy }: BaselineRow): RowKind {
  return benchmark === 'gpqa' && id === 'asc-beta' ? 'fitted' : accuracy
}

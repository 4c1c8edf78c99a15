import { isTrialMethod, type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import { runSeed } from '@cges-fleet/replay'
import type { Budget } from '../published.js'
import { brokenDirichlet } from './broken-dirichlet.js'
import type { Replicate } from './replicate.js'

/**
 * The relation of a row's numbers to the fit: `fitted` to the paper's, `predicted` from other rows, or a `replay` of a
 * defect.
 */
export type RowKind = 'fitted' | 'predicted' | 'replay'

/** A row of the tables; `row` is its name in the paper's figures. */
export interface BaselineRow {
  readonly id: string
  readonly row: string
  readonly label: string
  readonly method: string
  readonly budgets: readonly Budget[]
  readonly accuracy: RowKind
  readonly calls: (budget: Budget) => RowKind
}

const ALL = [16, 8, 4] as const

const predicted = (): RowKind => 'predicted'
const fitted = (): RowKind => 'fitted'

/** The rows without a confidence signal, as the paper's tables have them, and the replay that explains one. */
export const BASELINE_ROWS: readonly BaselineRow[] = [
  { id: 'sc', row: 'sc', label: 'SC', method: 'sc', budgets: ALL, accuracy: 'fitted', calls: predicted },
  {
    id: 'esc-w4',
    row: 'esc-w4',
    label: 'ESC (w=4)',
    method: 'esc:window=4',
    budgets: [16],
    accuracy: 'predicted',
    calls: fitted,
  },
  {
    id: 'esc-w8',
    row: 'esc-w8',
    label: 'ESC (w=8)',
    method: 'esc:window=8',
    budgets: [16],
    accuracy: 'predicted',
    calls: fitted,
  },
  {
    id: 'asc-beta',
    row: 'asc-beta',
    label: 'ASC-β',
    method: 'asc-beta',
    budgets: ALL,
    accuracy: 'predicted',
    calls: (budget) => (budget === 4 ? 'predicted' : 'fitted'),
  },
  {
    id: 'asc-dirichlet',
    row: 'asc-dirichlet',
    label: 'ASC-Dir',
    method: 'asc-dirichlet',
    budgets: ALL,
    accuracy: 'predicted',
    calls: predicted,
  },
  {
    id: 'asc-dirichlet-replay',
    row: 'asc-dirichlet',
    label: 'ASC-Dir, replay of the reference’s defect',
    method: 'asc-beta',
    budgets: ALL,
    accuracy: 'replay',
    calls: () => 'replay',
  },
  { id: 'dsc', row: 'dsc', label: 'DSC', method: 'dsc', budgets: ALL, accuracy: 'predicted', calls: predicted },
]

/** One replicate under one row: the share right, and calls a question. */
export interface RowResult {
  readonly right: Uint8Array
  readonly accuracy: number
  readonly calls: number
}

/** Runs one row on one replicate through the methods themselves; null if DSC has no order to go by. */
export function runRow({ id, method }: BaselineRow, budget: Budget, replicate: Replicate): RowResult | null {
  const parsed = parseMethodSpec(method, budget)
  if (!parsed.ok) throw new Error(parsed.problem)
  if (parsed.spec.method === 'dsc' && replicate.order === null) return null
  const stops = stopsOf(id, parsed.spec, replicate)
  const right = Uint8Array.from(stops, ({ answer }, question) => (replicate.isRight(question, answer) ? 1 : 0))
  return {
    right,
    accuracy: right.reduce((sum, each) => sum + each, 0) / right.length,
    calls: stops.reduce((sum, { calls }) => sum + calls, 0) / stops.length,
  }
}

function stopsOf(id: string, spec: MethodSpec, { pools, order }: Replicate) {
  if (id === 'asc-dirichlet-replay' && spec.method === 'asc-beta' && isTrialMethod(spec)) {
    return pools.map((pool) => brokenDirichlet(spec, pool))
  }
  return runSeed(spec, pools, order == null ? [] : [order])
}

import { GAMMA_GRID, seededRandom } from '@cges-fleet/methods'
import { efficientGamma } from '@cges-fleet/statistics'
import type { PaperSignal } from '../profile/paper-benchmark.js'
import { type BenchmarkRun, sweepOf } from '../run/benchmark-run.js'
import { atGamma, type GammaTable, rowOf } from '../run/gamma-table.js'

/** CGES at B = 16 against SC: the difference in accuracy as a share, and calls a question. */
export interface AgainstSc {
  readonly difference: number
  readonly calls: number
  /** The share of runs that are more than 0.2 points below SC. */
  readonly below: number
}

export interface HeldOut {
  readonly signal: PaperSignal
  /** γ chosen on all labels of a run and judged by the same. */
  readonly sameLabels: AgainstSc
  /** γ chosen on one half of a run's questions and judged by the other. */
  readonly heldOut: AgainstSc
}

/** The loss of accuracy up to which a choice of γ counts as right: the paper's tolerance. */
const TOLERANCE = 0.002

/**
 * Measures the optimism of choosing γ on the labels that judge it: run by run, as one team would see it, the efficient
 * γ of all questions, and of a random half, judged by the other. Every run is split twice over, so all questions judge
 * once.
 */
export function heldOut(run: BenchmarkRun, signal: PaperSignal): HeldOut {
  const tables = sweepOf(run, signal, 16)
  const sc = run.baselines.get('sc@16') ?? []
  const same: Judged[] = []
  const held: Judged[] = []
  const random = seededRandom(`halves of ${run.benchmark}`)
  for (const [replicate, table] of tables.entries()) {
    const right = sc[replicate]?.right ?? new Uint8Array()
    const judged = { table, right, offset: run.scOffset(16) }
    const order = random.shuffle(range(run.questions))
    const one = order.slice(0, order.length / 2)
    const other = order.slice(order.length / 2)
    same.push(judge(judged, range(run.questions), range(run.questions)))
    held.push(judge(judged, one, other), judge(judged, other, one))
  }
  return { signal, sameLabels: summary(same), heldOut: summary(held) }
}

interface Judged {
  readonly difference: number
  readonly calls: number
}

interface Judging {
  readonly table: GammaTable
  readonly right: Uint8Array
  readonly offset: number
}

function judge({ table, right, offset }: Judging, chosenOn: readonly number[], judgedBy: readonly number[]): Judged {
  const scOn = (some: readonly number[]): number =>
    some.reduce((sum, question) => sum + (right[question] ?? 0), 0) / some.length + offset
  const grid = GAMMA_GRID.map((gamma, row) => ({
    gamma,
    accuracyPpBySeed: [100 * atGamma(table, row, chosenOn).accuracy],
  }))
  const gamma = efficientGamma(grid, [100 * scOn(chosenOn)])?.gamma ?? 0.9999
  const { accuracy, calls } = atGamma(table, rowOf(gamma), judgedBy)
  return { difference: accuracy - scOn(judgedBy), calls }
}

function summary(all: readonly Judged[]): AgainstSc {
  const mean = (value: (each: Judged) => number): number => all.reduce((sum, each) => sum + value(each), 0) / all.length
  return {
    difference: mean(({ difference }) => difference),
    calls: mean(({ calls }) => calls),
    below: mean(({ difference }) => (difference < -TOLERANCE - 1e-9 ? 1 : 0)),
  }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}

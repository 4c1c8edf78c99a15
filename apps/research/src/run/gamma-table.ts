import { GAMMA_GRID, gammaSweep, type Vote } from '@cges-fleet/methods'
import type { CgesSpec } from './cges-spec.js'
import type { Replicate } from './replicate.js'

/** One replicate's questions at every γ: row g, column q is at g · questions + q. */
export interface GammaTable {
  readonly questions: number
  readonly calls: Uint16Array
  readonly right: Uint8Array
  /** 1 where the score reached γ, 0 where the budget ended first. */
  readonly stopped: Uint8Array
}

/** Runs CGES at every γ of a grid on every question; `read` may change a question's votes first, by adding noise. */
export function gammaTable(
  { pools, isRight }: Replicate,
  spec: CgesSpec,
  grid: readonly number[] = GAMMA_GRID,
  read?: (pool: readonly Vote[], question: number) => Vote[],
): GammaTable {
  const questions = pools.length
  const size = grid.length * questions
  const table = { questions, calls: new Uint16Array(size), right: new Uint8Array(size), stopped: new Uint8Array(size) }
  for (const [question, pool] of pools.entries()) {
    for (const [row, stop] of gammaSweep(spec, read?.(pool, question) ?? pool, grid).entries()) {
      const at = row * questions + question
      table.calls[at] = stop.calls
      table.right[at] = isRight(question, stop.answer) ? 1 : 0
      table.stopped[at] = stop.reason === 'threshold' ? 1 : 0
    }
  }
  return table
}

/** The results of one γ on some questions of a replicate: shares and calls a question; all questions unless named. */
export function atGamma(
  { questions, calls, right }: GammaTable,
  row: number,
  some: readonly number[] | null = null,
): { readonly accuracy: number; readonly calls: number } {
  let sumRight = 0
  let sumCalls = 0
  const count = some?.length ?? questions
  for (let place = 0; place < count; place += 1) {
    const at = row * questions + (some === null ? place : (some[place] ?? 0))
    sumRight += right[at] ?? 0
    sumCalls += calls[at] ?? 0
  }
  return { accuracy: sumRight / count, calls: sumCalls / count }
}

/** The row of a γ in the product's grid. */
export function rowOf(gamma: number): number {
  return GAMMA_GRID.findIndex((each) => each === gamma)
}

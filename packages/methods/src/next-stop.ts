import type { TrialMethodSpec } from './method-spec.js'

/**
 * Tells how far a trial may be drawn without waste: the smallest prefix length above `depth` at which the method
 * could stop. `depth` counts the samples read, below the budget; the result is in depth + 1 … budget.
 * SC stops at its budget only, ESC at the end of a full window, ASC and CGES after any sample.
 */
export function nextStop(spec: TrialMethodSpec, depth: number): number {
  switch (spec.method) {
    case 'sc':
      return spec.budget
    case 'esc': {
      const windowEnd = (Math.floor(depth / spec.window) + 1) * spec.window
      return windowEnd <= spec.budget ? windowEnd : spec.budget
    }
    case 'asc-beta':
    case 'asc-dirichlet':
    case 'cges':
      return depth + 1
  }
}

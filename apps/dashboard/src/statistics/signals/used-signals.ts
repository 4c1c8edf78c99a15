import type { MethodReport } from '@cges-fleet/core'

/** The confidence signals that an evaluation's methods read, each once, in the methods' order. */
export function usedSignals(reports: readonly MethodReport[]): string[] {
  return [...new Set(reports.flatMap(({ spec }) => (spec.method === 'cges' ? [spec.confidence] : [])))]
}

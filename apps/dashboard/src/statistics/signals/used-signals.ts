import type { MethodReport } from '@cges-fleet/core'

/** The confidence signals that an evaluation's methods read, each once, in the methods' order. */
export function usedSignals(reports: readonly Pick<MethodReport, 'spec'>[]): string[] {
  const read = reports.flatMap(({ spec }) =>
    'confidence' in spec && spec.confidence !== 'constant' ? [spec.confidence] : [],
  )
  return [...new Set(read)]
}

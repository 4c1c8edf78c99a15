import type { MethodReport, SignalQuality } from '@cges-fleet/core'

/** How answers are put together in a reliability diagram: equally many in each bin, or bins equally wide. */
export type Binning = 'mass' | 'width'

/** Parses the choice from an address; anything else is bins of equally many answers. */
export function binningIn(value: unknown): Binning {
  return value === 'width' ? value : 'mass'
}

/** The bins to draw; none before they are measured. */
export function binsOf(
  quality: Pick<SignalQuality, 'bins' | 'massBins'> | null,
  binning: Binning,
): SignalQuality['bins'] {
  if (quality === null) return []
  return binning === 'width' ? quality.bins : quality.massBins
}

/** The confidence signals that an evaluation's methods read, each once, in the methods' order. */
export function usedSignals(reports: readonly Pick<MethodReport, 'spec'>[]): string[] {
  const read = reports.flatMap(({ spec }) =>
    'confidence' in spec && spec.confidence !== 'constant' ? [spec.confidence] : [],
  )
  return [...new Set(read)]
}

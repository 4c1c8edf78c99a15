import type { SignalQuality } from '@cges-fleet/core'

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

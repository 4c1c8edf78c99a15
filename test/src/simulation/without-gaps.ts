import type { Planned } from '@cges-fleet/coordinator/plan'

/** Trials whose gaps are hidden from whoever decides them, as if order of arrival did not matter. */
export function contiguousTrials(trials: Planned['trials']): Planned['trials'] {
  return trials.map((trial) => ({ ...trial, samples: trial.samples.map((sample, index) => ({ ...sample, index })) }))
}

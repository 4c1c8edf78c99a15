import { MAX_BUDGET } from '@cges-fleet/methods'
import type { OpenTrial, PlannedSample } from '@cges-fleet/db'

/** Lists the next samples of the trials, first planned first, up to the in-flight limit. */
export function planWithinWindow(
  trials: readonly { trial: Pick<OpenTrial, 'id' | 'asked' | 'seedBase'>; wanted: number }[],
  room: number,
): PlannedSample[] {
  const planned: PlannedSample[] = []
  for (const { trial, wanted } of trials) {
    const upTo = Math.min(wanted, MAX_BUDGET)
    for (let index = trial.asked; index < upTo && planned.length < room; index++) {
      planned.push({ trialId: trial.id, index, seed: trial.seedBase + index })
    }
    if (planned.length >= room) break
  }
  return planned
}

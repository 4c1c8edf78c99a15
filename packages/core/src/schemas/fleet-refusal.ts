import { type MethodSpec, readsSignal } from '@cges-fleet/methods'
import type { PoolView } from './pool.js'

/** Returns why a pool cannot run a method, although it can be computed offline; null if it can. */
export function fleetRefusal(
  spec: MethodSpec,
  pool: Pick<PoolView, 'name' | 'rewardModel' | 'stepScorer'>,
): string | null {
  const signal = readsSignal(spec)
  if (signal === 'rm' && pool.rewardModel === null) {
    return (
      `confidence=rm needs a reward server, and pool "${pool.name}" has none: start its workers with REWARD_SERVER_URL, ` +
      `under a new pool name, or use cges replay on recorded rewards`
    )
  }
  if (signal === 'mars-learned' && pool.stepScorer === null) {
    return (
      `confidence=mars-learned needs a step scorer, and pool "${pool.name}" has none: start its workers with STEP_SCORER_URL, ` +
      `under a new pool name, or use confidence=mars, which needs none`
    )
  }
  return null
}

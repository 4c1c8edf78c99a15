import type { MethodSpec } from '@cges-fleet/methods'
import type { PoolView } from './pool.js'

/** Says why a pool cannot run a method, though it can be computed offline; null where it can. */
export function fleetRefusal(spec: MethodSpec, pool: Pick<PoolView, 'name' | 'rewardModel'>): string | null {
  if (spec.method === 'cges' && spec.confidence === 'rm' && pool.rewardModel === null) {
    return (
      `confidence=rm needs a reward server, and pool "${pool.name}" has none: start its workers with REWARD_SERVER_URL, ` +
      `under a new pool name, or use cges replay on recorded rewards`
    )
  }
  return null
}

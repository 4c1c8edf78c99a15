import { fleetRefusal, type PoolView } from '@cges-fleet/core'
import { type MethodSpec } from '@cges-fleet/methods'
import { refuseField } from '../http/refusal.js'

/** A method that the pool's workers could not compute would block every trial. */
export function refuseUnrunnable(methods: readonly MethodSpec[], pool: PoolView): void {
  for (const [position, method] of methods.entries()) {
    const why = fleetRefusal(method, pool)
    if (why !== null) throw refuseField(`methods.${position}`, why)
  }
}

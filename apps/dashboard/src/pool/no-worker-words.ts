import { counted, inNumber } from '@cges-fleet/core/counted'
import type { QueueDepth } from '@cges-fleet/core'

/** Explains what a pool without workers is waiting for. */
export function noWorkerWords(depth: QueueDepth | null): string {
  if (depth === null) return 'Scaled to zero: no worker is here, and the queue cannot be read.'
  if (depth.demand === 0)
    return 'Scaled to zero: no worker is here and nothing is to be drawn. The next evaluation asks for one.'
  if (depth.depth === 0 && !depth.paused)
    return `Scaled to zero: no worker is here. ${counted(depth.demand, 'sample')} ${inNumber(depth.demand, 'is', 'are')} wanted, and caps or team limits allow none of them now.`
  return `${counted(depth.paused ? depth.demand : depth.depth, 'sample')} could run, which asks an autoscaler for a worker. Without an autoscaler, start a worker with POOL set to this pool’s name.`
}

import { AT_WORK_SECONDS } from './fairness/at-work.js'
import type { FleetStatus, FleetTrouble } from './schemas/fleet-status.js'

/** Messages that wait longer than this were refused at least once. */
const LATE_SECONDS = 60

/** Finds what keeps work of a fleet from getting on, the gravest first; `queue` has what is wrong with the queue's store. */
export function fleetTroubles(status: Omit<FleetStatus, 'troubles'>, queue: readonly string[]): FleetTrouble[] {
  const { coordinator, pools, webhooks } = status
  const { sweptSecondsAgo: swept } = coordinator
  const late = webhooks.oldestSeconds !== null && webhooks.oldestSeconds > LATE_SECONDS
  return [
    ...(swept === null || swept >= AT_WORK_SECONDS
      ? [{ kind: 'no_coordinator', counts: { seconds: swept === null ? null : Math.round(swept) }, why: null } as const]
      : []),
    ...(pools.length > 0 && status.queue.ms === null ? [{ kind: 'queue_away', counts: {}, why: null } as const] : []),
    ...queue.map((why) => ({ kind: 'queue', counts: {}, why }) as const),
    ...pools.flatMap(poolTroubles),
    ...(late ? [{ kind: 'webhooks_late', counts: lateness(webhooks), why: null } as const] : []),
  ]
}

function lateness({ waiting, oldestSeconds }: FleetStatus['webhooks']) {
  return { waiting, seconds: Math.round(oldestSeconds ?? 0) }
}

function poolTroubles({
  name: why,
  paused,
  waiting,
  workers: { known, ready },
}: FleetStatus['pools'][number]): FleetTrouble[] {
  if (paused) return waiting === 0 ? [] : [{ kind: 'pool_paused', counts: { waiting }, why }]
  if (ready === 0 && (waiting > 0 || known > 0)) return [{ kind: 'no_worker', counts: { waiting, known }, why }]
  return ready < known ? [{ kind: 'workers_not_ready', counts: { known, ready }, why }] : []
}

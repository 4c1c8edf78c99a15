import { counted } from './counted.js'
import type { FleetStatus, FleetTrouble } from './schemas/fleet-status.js'

/** Says in a sentence whether a fleet is up, and how much is wrong. */
export function fleetWords({ troubles, pools }: Pick<FleetStatus, 'troubles' | 'pools'>): string {
  if (troubles.length > 0) return troubles.map(fleetTroubleWords).join(' ')
  return pools.length === 0 ? 'The fleet is up. No worker has registered yet.' : 'The fleet is up.'
}

/** Says what is wrong with a fleet, and what it means. */
export function fleetTroubleWords(trouble: FleetTrouble): string {
  switch (trouble.kind) {
    case 'no_coordinator': {
      const { seconds } = trouble.counts
      const since = seconds === null ? 'has run yet' : `has been at work for ${counted(seconds, 'second')}`
      return `No coordinator ${since}: nothing is planned or decided until one runs.`
    }
    case 'queue_away':
      return 'The queue does not answer: nothing is drawn until it does.'
    case 'queue':
      return `The queue’s store: ${trouble.why}.`
    case 'no_worker': {
      const { known, waiting } = trouble.counts
      const has = known === 0 ? 'has no worker' : `has no worker that is ready, of ${known}`
      return `Pool ${trouble.why} ${has}: ${counted(waiting, 'sample')} ${waiting === 1 ? 'waits' : 'wait'}.`
    }
    case 'pool_paused':
      return `Pool ${trouble.why} is paused: ${counted(trouble.counts.waiting, 'sample')} ${trouble.counts.waiting === 1 ? 'waits' : 'wait'}.`
    case 'workers_not_ready':
      return `Pool ${trouble.why} has ${trouble.counts.ready} of ${counted(trouble.counts.known, 'worker')} ready.`
    case 'webhooks_late':
      return `Messages of your team to webhooks are late: ${trouble.counts.waiting}, the oldest for ${counted(trouble.counts.seconds, 'second')}.`
  }
}

import type { QueueTrouble } from '@cges-fleet/core'

/** What whoever runs the fleet must change about the queue's store, for all pools; nothing while it is sound. */
export function QueueTroubles({ troubles }: { readonly troubles: readonly QueueTrouble[] }) {
  return troubles.map(({ kind, why }) => (
    <p key={kind} role="alert" className="panel notice" data-testid="queue-trouble">
      The queue: {why}
    </p>
  ))
}

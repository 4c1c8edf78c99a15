import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallEnd,
  type ClaimedDraw,
  claimScore,
  type DataSource,
  endCall,
  newId,
  type RegisteredWorker,
} from '@cges-fleet/db'
import { storable } from '@cges-fleet/formats'
import { backOffMs, withRetries } from '../calls/retries.js'
import type { HeldLeases } from '../calls/held-leases.js'
import type { Scored } from './scored.js'

/** One fault of a scoring server must not discard a drawn response. */
const TRIES = 3

export interface ScoreParts {
  readonly db: DataSource
  readonly leases: HeldLeases
  readonly worker: RegisteredWorker
}

/**
 * Has a drawn response scored while its draw is held: a separate call, whose lease is renewed with the draw's, retried
 * a few times after a fault.
 */
export async function scoreDrawn(
  { db, leases, worker }: ScoreParts,
  draw: ClaimedDraw,
  signal: AbortSignal,
  ask: () => Promise<Scored>,
): Promise<Scored> {
  const claim = newId()
  const score = await withRetries(() => claimScore(db, draw, worker, claim), signal)
  if (score === null) return { kind: 'aborted' }
  return leases.withBoth(draw, score, async () => {
    const scored = await tried(ask, signal)
    await withRetries(() => endCall(db, score, endOf(scored)), signal)
    return scored
  })
}

/** The question of a draw as it is sent to a scoring server, with its choices. */
export function questionOf({ question, choices }: Pick<ClaimedDraw, 'question' | 'choices'>): string {
  const listed = (choices ?? []).map((choice, place) => `${String.fromCharCode('A'.charCodeAt(0) + place)}. ${choice}`)
  return [question, ...listed].join('\n')
}

async function tried(ask: () => Promise<Scored>, signal: AbortSignal): Promise<Scored> {
  for (let attempt = 1; ; attempt += 1) {
    const scored = await ask()
    if (scored.kind !== 'fault' || attempt === TRIES) return scored
    await sleep(backOffMs(attempt), undefined, { signal }).catch(() => undefined)
  }
}

function endOf(scored: Scored): CallEnd {
  switch (scored.kind) {
    case 'scored':
      return { state: 'settled', promptTokens: scored.promptTokens }
    case 'aborted':
      return { state: 'handed_back', reason: 'aborted' }
    case 'unscorable':
    case 'fault':
    case 'misconfigured':
      return { state: 'failed', reason: storable(scored.message) }
  }
}

import { type Db, query } from '../query.js'
import type { TakenDelivery } from './take-deliveries.js'

/** The outcome of an attempt; `retryInSeconds` is null if it will not be retried. */
export type AttemptEnd =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly error: string; readonly retryInSeconds: number | null }

/** Records the outcome of an attempt, unless another has begun since. */
export async function endAttempt(db: Db, of: Pick<TakenDelivery, 'id' | 'attempt'>, end: AttemptEnd): Promise<void> {
  const failed = end.kind === 'failed' ? end : null
  const state = failed === null ? 'delivered' : failed.retryInSeconds === null ? 'given_up' : 'waiting'
  await query(db, END, [of.id, of.attempt, state, failed?.error.slice(0, 300) ?? null, failed?.retryInSeconds ?? 0])
}

const END = `
UPDATE delivery
SET state = $3, error = $4, due_at = now() + make_interval(secs => $5::float8), ended_at = CASE WHEN $3 <> 'waiting' THEN now() END
WHERE id = $1 AND attempts = $2 AND state = 'waiting'`

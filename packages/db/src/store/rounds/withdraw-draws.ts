import { type Db, query } from '../query.js'

/**
 * Withdraws unclaimed draws of closed trials that were asked for ahead of need: none after them has begun either, so
 * that a trial's samples stay without gaps. A draw that a worker is just claiming is left to it.
 */
export async function withdrawDraws(tx: Db, trialIds: readonly string[]): Promise<void> {
  if (trialIds.length > 0) await query(tx, WITHDRAW, [trialIds])
}

const WITHDRAW = `
WITH unclaimed AS MATERIALIZED (
  SELECT id, trial_id, index FROM call
  WHERE trial_id = ANY ($1::uuid[]) AND live AND kind = 'draw' AND state = 'pending' AND fence = 0
  FOR UPDATE SKIP LOCKED
), begun AS (
  SELECT k.trial_id, max(k.index) AS last FROM call k
  WHERE k.trial_id = ANY ($1::uuid[]) AND k.kind = 'draw' AND k.id NOT IN (SELECT u.id FROM unclaimed u)
  GROUP BY 1
), withdrawn AS (
  DELETE FROM call k USING unclaimed u LEFT JOIN begun b ON b.trial_id = u.trial_id
  WHERE k.id = u.id AND u.index > coalesce(b.last, -1) RETURNING k.trial_id
), counted AS (
  SELECT trial_id, count(*)::int AS n FROM withdrawn GROUP BY 1
)
UPDATE trial t SET asked = t.asked - c.n FROM counted c WHERE t.id = c.trial_id`

import { type Db, query } from '../query.js'

/** Something to tell a webhook, and the attempt that this is. */
export interface TakenDelivery {
  readonly id: string
  readonly webhook: string
  /** The name of the team whose evaluation it is about. */
  readonly team: string
  readonly attempt: number
  readonly body: Readonly<Record<string, unknown>>
}

/** The lease of a delivery: once it expires another process may take the delivery. */
const LEASE_SECONDS = 30

/** Takes deliveries that are due, those due first. Each is another's again once its lease has run out. */
export function takeDeliveries(db: Db, most: number): Promise<TakenDelivery[]> {
  return query(db, TAKE, [most])
}

const TAKE = `
WITH due AS (
  SELECT id FROM delivery WHERE state = 'waiting' AND due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
)
UPDATE delivery d SET attempts = d.attempts + 1, due_at = now() + interval '${LEASE_SECONDS} seconds'
FROM due, team t WHERE d.id = due.id AND t.id = d.team_id
RETURNING d.id, d.webhook, t.name AS team, d.attempts AS attempt, d.body`

import type { DeliveryList, DeliveryView, WebhookList } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

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

type Row = Omit<DeliveryView, 'at' | 'nextAt' | 'endedAt'> & {
  readonly at: Date
  readonly nextAt: Date | null
  readonly endedAt: Date | null
}

/** Lists what a team's evaluation told its webhook, the newest first; null if there is no such evaluation. */
export async function listDeliveries(db: Db, team: TeamId, id: string): Promise<DeliveryList | null> {
  const [evaluation] = await query<{ webhook: string | null }>(db, NAMED, [team, id])
  if (evaluation === undefined) return null
  const rows = await query<Row>(db, LIST_DELIVERIES, [team, id])
  const deliveries = rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  return { webhook: evaluation.webhook, deliveries }
}

const NAMED = `SELECT spec ->> 'notify' AS webhook FROM evaluation WHERE team_id = $1 AND id = $2`

const LIST_DELIVERIES = `
SELECT id, webhook, body ->> 'type' AS type, body -> 'evaluation' ->> 'status' AS status, state, attempts, error, made_at AS at,
       CASE WHEN state = 'waiting' THEN due_at END AS "nextAt", ended_at AS "endedAt"
FROM delivery WHERE team_id = $1 AND evaluation_id = $2 ORDER BY sequence DESC LIMIT 20`

/** A webhook as everybody may know it: no secret, and of its address the host alone. */
interface EnteredWebhook {
  readonly name: string
  readonly host: string
  /** The teams that may name it, by their names; null for all. */
  readonly teams: readonly string[] | null
}

/** Replaces the webhooks that may be named by those given. */
export async function enterWebhooks(db: Db, webhooks: readonly EnteredWebhook[]): Promise<void> {
  await query(db, ENTER, [JSON.stringify(webhooks)])
}

const ENTER = `
WITH listed AS (
  SELECT name, host, teams FROM jsonb_to_recordset($1::jsonb) AS x(name text, host text, teams text[])
), gone AS (
  DELETE FROM webhook w WHERE NOT EXISTS (SELECT 1 FROM listed l WHERE l.name = w.name)
)
INSERT INTO webhook (name, host, teams) SELECT name, host, teams FROM listed
ON CONFLICT (name) DO UPDATE SET host = EXCLUDED.host, teams = EXCLUDED.teams`

/** Lists the webhooks a team may name, by name. */
export function listWebhooks(db: Db, team: TeamId): Promise<Omit<WebhookList['webhooks'][number], 'test'>[]> {
  return query(db, LIST_WEBHOOKS, [team])
}

const LIST_WEBHOOKS = `
SELECT name, host FROM webhook
WHERE teams IS NULL OR (SELECT t.name FROM team t WHERE t.id = $1) = ANY (teams) ORDER BY name`

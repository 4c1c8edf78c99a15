import type { WebhookFailure, WebhookTestView } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'

/** Tests of one team under way at a time. */
export const MOST_OPEN_TESTS = 3

/** Tests kept of one team, the newest. */
const MOST_KEPT = 20

/** How long a test may wait to be taken, and then to end; after that it has failed. */
const LIMIT_SECONDS = 30

type Row = Omit<WebhookTestView, 'at' | 'endedAt'> & { readonly at: Date; readonly endedAt: Date | null }

const LIMIT = `coalesce(x.taken_at, x.made_at) + interval '${LIMIT_SECONDS} seconds'`

const SELECT_TEST = `
x.id, x.webhook, x.made_at AS at, coalesce(x.ended_at, CASE WHEN ${LIMIT} <= now() THEN ${LIMIT} END) AS "endedAt", x.status, x.took_ms AS "tookMs",
  CASE WHEN x.ended_at IS NOT NULL OR ${LIMIT} > now() THEN x.failure WHEN x.taken_at IS NULL THEN 'not_taken' ELSE 'lost' END AS failure, x.detail
FROM webhook_test x`

/**
 * Queues a test of a webhook and forgets the team's oldest. Null if the team may not name that webhook; `busy` if it has
 * as many tests under way as it may.
 */
export function queueWebhookTest(
  db: Database,
  team: TeamId,
  webhook: string,
): Promise<WebhookTestView | 'busy' | null> {
  return transaction(db, async (tx) => {
    // Requests at once are counted one after the other.
    await query(tx, 'SELECT 1 FROM team WHERE id = $1 FOR NO KEY UPDATE', [team])
    const [known] = await query<{ open: number }>(tx, OPEN, [team, webhook])
    if (known === undefined) return null
    if (known.open >= MOST_OPEN_TESTS) return 'busy'
    const id = newId()
    await query(tx, 'INSERT INTO webhook_test (id, team_id, webhook) VALUES ($1, $2, $3)', [id, team, webhook])
    await query(tx, FORGET, [team])
    return findWebhookTest(tx, team, { id, webhook })
  })
}

const OPEN = `
SELECT (SELECT count(*)::int FROM webhook_test x WHERE x.team_id = $1 AND x.ended_at IS NULL AND ${LIMIT} > now()) AS open
FROM webhook w
WHERE w.name = $2 AND (w.teams IS NULL OR (SELECT t.name FROM team t WHERE t.id = $1) = ANY (w.teams))`

const FORGET = `
DELETE FROM webhook_test WHERE team_id = $1 AND id NOT IN (
  SELECT id FROM webhook_test WHERE team_id = $1 ORDER BY id DESC LIMIT ${MOST_KEPT})`

/** Finds a team's test of a webhook; null if there is none. */
export async function findWebhookTest(
  db: Db,
  team: TeamId,
  { id, webhook }: { readonly id: string; readonly webhook: string },
): Promise<WebhookTestView | null> {
  const [row] = await query<Row>(db, FIND, [team, id, webhook])
  return row === undefined ? null : viewOf(row)
}

const FIND = `SELECT ${SELECT_TEST} WHERE x.team_id = $1 AND x.id = $2 AND x.webhook = $3`

/** A team's newest test of each webhook, by its name. */
export async function newestWebhookTests(db: Db, team: TeamId): Promise<ReadonlyMap<string, WebhookTestView>> {
  const rows = await query<Row>(db, NEWEST, [team])
  return new Map(rows.map((row) => [row.webhook, viewOf(row)]))
}

const NEWEST = `SELECT DISTINCT ON (x.webhook) ${SELECT_TEST} WHERE x.team_id = $1 ORDER BY x.webhook, x.id DESC`

function viewOf({ at, endedAt, ...row }: Row): WebhookTestView {
  return { ...row, at: at.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

/** A test to send. */
export interface TakenWebhookTest {
  readonly id: string
  readonly webhook: string
  /** The name of the team that asks for it. */
  readonly team: string
}

/** Takes tests that wait, the oldest first. Each is taken once: one whose process dies is not sent again. */
export function takeWebhookTests(db: Db, most: number): Promise<TakenWebhookTest[]> {
  return query(db, TAKE, [most])
}

const TAKE = `
WITH due AS (
  SELECT x.id FROM webhook_test x WHERE x.taken_at IS NULL AND ${LIMIT} > now()
  ORDER BY x.made_at LIMIT $1 FOR UPDATE SKIP LOCKED
)
UPDATE webhook_test x SET taken_at = now() FROM due, team t WHERE x.id = due.id AND t.id = x.team_id
RETURNING x.id, x.webhook, t.name AS team`

/** What became of a test. */
export interface WebhookTestEnd {
  readonly status: number | null
  readonly tookMs: number
  readonly failure: WebhookFailure | null
  readonly detail: string | null
}

/** Enters what became of a test. */
export async function endWebhookTest(db: Db, id: string, end: WebhookTestEnd): Promise<void> {
  const { status, tookMs, failure, detail } = end
  await query(db, END, [id, status, tookMs, failure, detail?.slice(0, 300) ?? null])
}

const END = `
UPDATE webhook_test SET ended_at = now(), status = $2, took_ms = $3, failure = $4, detail = $5
WHERE id = $1 AND ended_at IS NULL`

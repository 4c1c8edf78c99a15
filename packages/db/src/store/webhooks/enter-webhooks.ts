import { type Db, query } from '../query.js'

/** A webhook as everybody may know it: no secret, and of its address the host alone. */
export interface EnteredWebhook {
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

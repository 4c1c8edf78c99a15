import type { DataSource, TeamId } from '@cges-fleet/db'
import { POOL } from './evaluation-rows.js'

/** Figures of a request; what is left out is preset. */
export interface Kept {
  readonly team: TeamId
  readonly method?: string
  readonly budget?: number
  readonly planned?: number
  readonly seconds?: number
  readonly agreement?: number | null
  readonly stoppedBy?: string
  readonly daysAgo?: number
  readonly audit?: string | null
}

/** Stores the figures of a request as a gateway does once it ends. */
export async function keepRequest(db: DataSource, of: Kept): Promise<void> {
  const { team, method = 'asc-beta:threshold=0.95@8', budget = 8, planned = 3, seconds = 1, agreement = 1 } = of
  const { stoppedBy = 'threshold', daysAgo = 0, audit = null } = of
  await db.query(
    `INSERT INTO kept_request (id, team_id, pool, model, method_key, budget, stopped_by, planned, calls, tokens, money, seconds,
       agreement, score, seed, digest, audit, audit_calls, audit_tokens, audit_money, ended_at)
     VALUES (gen_random_uuid(), $1, $2, 'qwen', $3, $4, $5, $6, $6, 100, 0.5, $7, $8, 0.9, 7, NULL, $9::text,
       CASE WHEN $9::text IS NULL THEN 0 ELSE 5 END, 0, 0, now() - make_interval(days => $10))`,
    [team, POOL, method, budget, stoppedBy, planned, seconds, agreement, audit, daysAgo],
  )
}

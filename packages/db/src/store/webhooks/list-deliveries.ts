import type { DeliveryList, DeliveryView } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

type Row = Omit<DeliveryView, 'at' | 'nextAt' | 'endedAt'> & {
  readonly at: Date
  readonly nextAt: Date | null
  readonly endedAt: Date | null
}

/** Lists what a team's evaluation told its webhook, the newest first; null if there is no such evaluation. */
export async function listDeliveries(db: Db, team: TeamId, id: string): Promise<DeliveryList | null> {
  const [evaluation] = await query<{ webhook: string | null }>(db, NAMED, [team, id])
  if (evaluation === undefined) return null
  const rows = await query<Row>(db, LIST, [team, id])
  const deliveries = rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  return { webhook: evaluation.webhook, deliveries }
}

const NAMED = `SELECT spec ->> 'notify' AS webhook FROM evaluation WHERE team_id = $1 AND id = $2`

const LIST = `
SELECT id, webhook, body -> 'evaluation' ->> 'status' AS status, state, attempts, error, made_at AS at,
       CASE WHEN state = 'waiting' THEN due_at END AS "nextAt", ended_at AS "endedAt"
FROM delivery WHERE team_id = $1 AND evaluation_id = $2 ORDER BY sequence DESC LIMIT 20`

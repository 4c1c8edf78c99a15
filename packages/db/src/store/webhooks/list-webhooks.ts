import type { WebhookList } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Lists the webhooks a team may name, by name. */
export function listWebhooks(db: Db, team: TeamId): Promise<WebhookList['webhooks']> {
  return query(db, LIST, [team])
}

const LIST = `
SELECT name, host FROM webhook
WHERE teams IS NULL OR (SELECT t.name FROM team t WHERE t.id = $1) = ANY (teams) ORDER BY name`

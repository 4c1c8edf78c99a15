import { type Db, listWebhooks, type TeamId } from '@cges-fleet/db'
import { refuseField } from '../http/refusal.js'

/** Refuses a webhook that the fleet does not have, or not for this team. */
export async function refuseWebhook(db: Db, team: TeamId, notify: string | null): Promise<void> {
  if (notify === null) return
  const known = (await listWebhooks(db, team)).map(({ name }) => name)
  if (known.includes(notify)) return
  const others = known.length === 0 ? 'this fleet has none for your team' : `known: ${known.join(', ')}`
  throw refuseField('notify', `there is no webhook "${notify}"; ${others}. Whoever runs the fleet enters them`)
}

import {
  addComment,
  admitPerson,
  createShareLink,
  findQuestioned,
  queueWebhookTest,
  saveComparison,
  setGroupRole,
} from '@cges-fleet/db'
import { POOL, select } from '../support/evaluation-rows.js'
import type { Teams, TestTeam } from './use-teams.js'

let made = 0

/** A share link of a team that works. */
export async function linkOf({ db }: Teams, { id, evaluation }: TestTeam): Promise<string> {
  const target = { kind: 'evaluation', evaluation } as const
  const made = await createShareLink(db, id, { target, days: 1, by: null, actor: 'machine' })
  if (made === null) throw new Error('too many links')
  return made.id
}

/** A comparison that a team keeps. */
export async function savedOf({ db }: Teams, { id, evaluation, mark }: TestTeam): Promise<string> {
  const chosen = { evaluations: [evaluation], with: 'own' as const }
  const saved = await saveComparison(db, id, { name: `saved ${mark}`, note: '', chosen, by: null })
  if (saved === null) throw new Error('too many comparisons')
  return saved.id
}

/** A comment that a key of a team wrote, on a question of its own. */
export async function commentOf({ db, keyName }: Teams, { id, evaluation, mark }: TestTeam, key: string | undefined) {
  const questioned = await findQuestioned(db, id, evaluation)
  if (questioned === null) throw new Error('no evaluation')
  const { benchmarkId } = questioned
  const comment = { benchmarkId, position: 1, text: `a comment ${mark}`, flag: null, by: await keyName(key) }
  const added = await addComment(db, id, comment)
  if (added === null) throw new Error('too many comments')
  return added.id
}

/** Somebody who was in a team alone, and may be ended. */
export async function personOf({ db }: Teams, { id }: TestTeam): Promise<string> {
  const subject = `somebody ${++made}`
  const person = { issuer: 'https://login.example', subject, name: subject, email: null }
  const admitted = await admitPerson(db, person, [])
  if (admitted === null) throw new Error('ended')
  await db.query(`INSERT INTO membership (person_id, team_id, role) VALUES ($1, $2, 'viewer')`, [admitted.id, id])
  return admitted.name
}

/** The role of a group in a team. */
export async function mappingOf({ db }: Teams, { id }: TestTeam): Promise<string> {
  const set = await setGroupRole(db, { team: id, group: `group ${++made}`, role: 'viewer' }, 'machine')
  if (set?.id == null) throw new Error('too many groups')
  return set.id
}

/** A webhook that a team alone may name, whose tests so far have ended. */
export async function webhookOf(
  { db }: Teams,
  { id, name, mark }: TestTeam,
): Promise<{ webhook: string; test: string }> {
  const webhook = `hook-${name}`
  await db.query(`INSERT INTO webhook (name, host, teams) VALUES ($1, $2, ARRAY[$3]) ON CONFLICT (name) DO NOTHING`, [
    webhook,
    `${mark.toLowerCase()}.example`,
    name,
  ])
  await db.query(`UPDATE webhook_test SET taken_at = now(), ended_at = now() WHERE team_id = $1`, [id])
  const queued = await queueWebhookTest(db, id, webhook)
  if (queued === null || queued === 'busy') throw new Error('not queued')
  return { webhook, test: queued.id }
}

/** Slots of the pool that are reserved for a team. */
export async function reservationOf({ db }: Teams, { id }: TestTeam): Promise<string> {
  const [made] = await select<{ id: string }>(
    db,
    `INSERT INTO reservation (id, pool, team_id, slots, starts_at, ends_at)
     VALUES (gen_random_uuid(), $1, $2, 1, now() + interval '1 day', now() + interval '2 days') RETURNING id`,
    [POOL, id],
  )
  return made?.id ?? ''
}

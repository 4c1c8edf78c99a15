import { randomUUID } from 'node:crypto'
import { admitPerson, createOwnKey, loadPepper, revokeKey } from '@cges-fleet/db'
import { Role } from '@cges-fleet/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { POOL } from '../support/evaluation-rows.js'
import { idOf, PEPPER, useTeams } from './use-teams.js'

const teams = useTeams()
let gateway: RunningApp

beforeAll(async () => {
  gateway = await spawnApp('gateway', { DATABASE_URL: teams().databaseUrl, PORT: '0', KEY_PEPPER: PEPPER })
  // Slots that draw nothing: a request that is let in is answered at its deadline.
  await teams().db.query(`UPDATE worker SET heartbeat_at = now() + interval '10 minutes'`)
})

afterAll(() => gateway.kill('SIGTERM'))

const LET_IN = 504

async function statusWith(key: string | undefined): Promise<number> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const messages = [{ role: 'user', content: 'What is 3 times 4?' }]
  const body = JSON.stringify({ model: `${POOL}@sc@2`, messages, cges: { deadlineMs: 100 } })
  const { status } = await fetch(`${gateway.listening}/v1/chat/completions`, { method: 'POST', headers, body })
  const models = await fetch(`${gateway.listening}/v1/models`, { headers })
  expect(models.status).toBe(status === LET_IN ? 200 : status)
  return status
}

it('answers the keys that may have samples drawn, and no others', async () => {
  const { one, newKey } = teams()
  const statuses = await Promise.all(Role.options.map(async (role) => [role, await statusWith(one.keys[role])]))
  const all = { viewer: 403, member: LET_IN, operator: LET_IN, admin: LET_IN, 'fleet-admin': LET_IN }
  expect(Object.fromEntries(statuses)).toEqual(all)
  expect(await statusWith(await newKey(one, 'admin', ['evaluations:read']))).toBe(403)
  expect(await statusWith(await newKey(one, 'member', ['evaluations:write']))).toBe(LET_IN)
})

it('refuses no key, a misspelt one, a revoked one and an expired one', async () => {
  const { db, one, newKey } = teams()
  expect(await statusWith(undefined)).toBe(401)
  expect(await statusWith(`${one.keys.member}x`)).toBe(401)
  expect(await statusWith(idOf(one.keys.member))).toBe(401)
  const [revoked, expired] = [await newKey(one, 'member'), await newKey(one, 'member')]
  expect(await statusWith(revoked)).toBe(LET_IN)
  await revokeKey(db, idOf(revoked), 'machine')
  expect(await statusWith(revoked)).toBe(401)
  expect(await statusWith(expired)).toBe(LET_IN)
  await db.query(
    `UPDATE api_key SET created_at = now() - interval '2 days', expires_at = now() - interval '1 day' WHERE id = $1`,
    [idOf(expired)],
  )
  expect(await statusWith(expired)).toBe(401)
})

it('gives a person’s own key no more than the person has now, and nothing once they left', async () => {
  const { db, one } = teams()
  const pepper = loadPepper({ KEY_PEPPER: PEPPER })
  if (pepper === null) throw new Error('no pepper')
  const provided = { issuer: 'https://provider.test', subject: randomUUID(), name: 'Ada', email: null }
  const becomes = (role: Role) => db.transaction((tx) => admitPerson(tx, provided, [{ team: one.name, role }]))
  const person = await becomes('member')
  if (person === null) throw new Error('nobody')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const wanted = { team: one.id, name: 'of Ada', role: 'member' as const, scopes: null, expiresAt, person }
  const key = (await createOwnKey(db, wanted, pepper))?.key
  expect(await statusWith(key)).toBe(LET_IN)
  await becomes('viewer')
  expect(await statusWith(key)).toBe(403)
  await becomes('member')
  expect(await statusWith(key)).toBe(LET_IN)
  await db.query(`UPDATE person SET ended_at = now() WHERE id = $1`, [person.id])
  expect(await statusWith(key)).toBe(401)
})

it('has calls drawn for the team of the key alone', async () => {
  const { db, one, two } = teams()
  const drawnFor = async (): Promise<string[]> =>
    (await db.query<{ team: string }[]>(`SELECT DISTINCT team_id AS team FROM chat_request`)).map(({ team }) => team)
  expect(await drawnFor()).toEqual([one.id])
  expect(await statusWith(two.keys.member)).toBe(LET_IN)
  expect((await drawnFor()).toSorted()).toEqual([one.id, two.id].toSorted())
})

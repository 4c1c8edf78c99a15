import { AuditPage } from '@cges-fleet/core'
import { CreateKey, ListAudit, ListPools, ListTeams, pathOf, RevokeKey, routeName } from '@cges-fleet/core/contract'
import { type TeamId, writeRefusal } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { selectOne } from '../support/evaluation-rows.js'
import { idOf, useTeams } from './use-teams.js'

const teams = useTeams()

const madeUp = (n: number) => `cges_${String(n).padStart(12, 'q')}_${'A'.repeat(43)}`

const log = async () => {
  const { body } = await teams().ask('GET', pathOf(ListAudit), { key: teams().one.keys['fleet-admin'] })
  return AuditPage.parse(body).entries
}

it('writes a refusal that is repeated once an hour, with how often and how long', async () => {
  const { one } = teams()
  const requests = Array.from({ length: 176 }, () => teams().ask('GET', pathOf(ListAudit), { key: one.keys.viewer }))
  expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([403]))
  await teams().ask('GET', pathOf(ListTeams), { key: one.keys.viewer })
  await teams().ask('GET', pathOf(ListAudit), { key: one.keys.member })
  const denied = (await log()).filter(({ action }) => action === 'access.denied')
  const by = (actor: string, subject: string) =>
    denied.filter((entry) => entry.actor === idOf(actor) && entry.subject === subject)
  const repeated = by(one.keys.viewer, routeName(ListAudit))
  // Two if a new hour began meanwhile.
  expect(repeated.length).toBeLessThanOrEqual(2)
  expect(repeated.reduce((sum, { times }) => sum + times, 0)).toBe(176)
  expect(repeated[0]).toMatchObject({ team: 'one', detail: { needs: 'audit:read' } })
  const [first] = repeated
  expect(Date.parse(first?.lastAt ?? '')).toBeGreaterThan(Date.parse(first?.at ?? ''))
  expect(by(one.keys.viewer, routeName(ListTeams))).toMatchObject([{ times: 1, detail: { needs: 'teams:manage' } }])
  expect(by(one.keys.member, routeName(ListAudit))).toMatchObject([{ times: 1 }])
})

it('says which roles may do what is refused, and whom to ask', async () => {
  const { one } = teams()
  const refused = async (route: typeof ListTeams | typeof ListAudit | typeof ListPools, key: string) =>
    (await teams().ask('GET', pathOf(route), { key })).text
  expect(await refused(ListTeams, one.keys.admin)).toContain('The role fleet-admin has it: ask your platform engineer.')
  expect(await refused(ListAudit, one.keys.viewer)).toContain(
    'The roles admin, fleet-admin have it: ask an admin of your team.',
  )
  const body = { name: 'narrow', role: 'viewer', scopes: ['evaluations:read'] }
  const made = await teams().ask('POST', pathOf(CreateKey), { key: one.keys.admin, body })
  const { key: narrow } = z.object({ key: z.string() }).parse(made.body)
  expect(await refused(ListPools, narrow)).toContain('the key is limited to other scopes')
})

it('says which field is wrong, what was found there and what was expected', async () => {
  const { one } = teams()
  const refusal = async (body: object) =>
    (await teams().ask('POST', pathOf(CreateKey), { key: one.keys.admin, body })).text
  expect(await refusal({ name: 5, role: 'viewer' })).toContain('name: is the number 5, expected text')
  expect(await refusal({ name: 'a', role: 'boss' })).toMatch(/role: is the text \\"boss\\", expected \\"viewer\\"/u)
  expect(await refusal({ name: 'a' })).toContain('role: is missing, expected')
})

it('writes whatever was done as a line of its own', async () => {
  const { one } = teams()
  const make = () =>
    teams().ask('POST', pathOf(CreateKey), { key: one.keys.admin, body: { name: 'again', role: 'viewer' } })
  await Promise.all(Array.from({ length: 5 }, make))
  const again = (await log()).filter(({ action, detail }) => action === 'key.create' && detail['name'] === 'again')
  expect(again).toHaveLength(5)
  for (const { times, at, lastAt } of again) expect([times, lastAt]).toEqual([1, at])
})

it('names a key that there was and has ended, in its team’s log, and makes no line of each that is made up', async () => {
  const { one, two } = teams()
  const ended = await teams().newKey(one, 'viewer')
  await teams().ask('POST', pathOf(RevokeKey, { path: { id: idOf(ended) } }), { key: one.keys.admin })
  await teams().ask('GET', pathOf(ListPools), { key: ended })
  for (let n = 0; n < 10; n++) await teams().ask('GET', pathOf(ListPools), { key: madeUp(n) })
  const refused = (await log()).filter(({ action }) => action === 'access.refused')
  expect(refused).toContainEqual(
    expect.objectContaining({ team: 'one', actor: 'nobody', subject: idOf(ended), detail: { address: '127.0.0.1' } }),
  )
  const strangers = refused.filter(({ subject }) => subject === null)
  expect(strangers.length).toBeLessThanOrEqual(2)
  expect(strangers.reduce((sum, { times }) => sum + times, 0)).toBe(10)
  const seen = async (key: string) => (await teams().ask('GET', pathOf(ListAudit), { key })).text
  expect(await seen(one.keys.admin)).toContain(`"subject":"${idOf(ended)}"`)
  expect(await seen(two.keys.admin)).not.toContain(idOf(ended))
})

it('bounds the lines of an hour, whoever comes from however many addresses, for each team apart', async () => {
  const { db, one, two } = teams()
  const refuse = (team: TeamId, n: number) =>
    writeRefusal(db, {
      team,
      actor: 'nobody',
      action: 'access.refused',
      subject: null,
      reason: `10.1.${n >> 8}.${n & 255}`,
    })
  for (let n = 0; n < 1100; n++) await refuse(two.id, n)
  const rows = `SELECT count(*)::int AS rows, sum(times)::int AS times FROM refusal WHERE team_id = $1 AND reason ~ '^10|others'`
  const counted = await selectOne<{ rows: number; times: number }>(db, rows, [two.id])
  expect(counted.times).toBe(1100)
  expect(counted.rows).toBeGreaterThan(100)
  expect(counted.rows).toBeLessThanOrEqual(2 * 1001)
  await refuse(one.id, 1)
  expect(await selectOne(db, rows, [one.id])).toMatchObject({ times: 1 })
}, 60_000)

it('lets the API count a refusal and change nothing else of it', async () => {
  const { grants } = await selectOne<{ grants: string[] }>(
    teams().db,
    `SELECT array_agg(attname::text ORDER BY attname) AS grants FROM pg_attribute
     WHERE attrelid = 'refusal'::regclass AND attnum > 0 AND has_column_privilege('cges_api', attrelid, attnum, 'UPDATE')`,
  )
  expect(grants).toEqual(['last_at', 'times'])
})

import { IssuedKey, KeyView, SessionView } from '@cges-fleet/core'
import {
  CancelEvaluation,
  CreateKey,
  EndSession,
  FollowEvaluation,
  ListAudit,
  ListEvaluations,
  ListKeys,
  pathOf,
  RevokeKey,
  RotateKey,
  routeName,
  StartSession,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { select, submit } from '../support/evaluation-rows.js'
import { idOf, useTeams } from './use-teams.js'

const teams = useTeams()

const listed = async (key: string) =>
  z.object({ keys: z.array(KeyView) }).parse((await teams().ask('GET', pathOf(ListKeys), { key })).body).keys

const teamsOf = async (key: string) => [...new Set((await listed(key)).map(({ team }) => team))].toSorted()

async function issued(body: object): Promise<IssuedKey> {
  const made = await teams().ask('POST', pathOf(CreateKey), { key: teams().one.keys.admin, body })
  expect(made.status, made.text).toBe(201)
  return IssuedKey.parse(made.body)
}

it('lists the keys of one’s team, and to administrators of the fleet those of every team', async () => {
  const { one } = teams()
  expect(await teamsOf(one.keys.admin)).toEqual(['one'])
  expect(await teamsOf(one.keys['fleet-admin'])).toEqual(expect.arrayContaining(['one', 'two']))
})

it('asks for a key, in words that say how to send one', async () => {
  const refused = await teams().ask('GET', pathOf(ListEvaluations))
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  expect(refused.text).toMatch(/Authorization: Bearer.*CGES_API_KEY/)
})

it.each(['nonsense', 'cges_aaaaaaaaaaaa_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', ''])(
  'does not know the key "%s"',
  async (key) => {
    const refused = await teams().ask('GET', pathOf(ListEvaluations), { headers: { authorization: `Bearer ${key}` } })
    expect(refused.status).toBe(401)
  },
)

it('does not take a key with one letter of its secret changed', async () => {
  const key = teams().one.keys.viewer
  const last = key.at(-1) === 'A' ? 'E' : 'A'
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key })).status).toBe(200)
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key: key.slice(0, -1) + last })).status).toBe(401)
})

it('shows a secret once: no list has it, and the database a keyed hash alone', async () => {
  const { key, id } = await issued({ name: 'nightly', role: 'member' })
  const secret = key.split('_').slice(2).join('_')
  // 256 bits: 43 characters from an alphabet of 64.
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key })).status).toBe(200)
  const found = (await listed(teams().one.keys.admin)).find((one) => one.id === id)
  expect(found).toMatchObject({
    name: 'nightly',
    role: 'member',
    state: 'active',
    createdBy: idOf(teams().one.keys.admin),
  })
  expect(found?.lastUsedAt).not.toBeNull()
  const rows = JSON.stringify(
    await select(teams().db, `SELECT k::text, encode(secret_hash, 'escape') AS h FROM api_key k`),
  )
  expect(rows).toContain(id)
  expect(rows).not.toContain(secret)
})

it('lets a key do no more than its scopes, and nobody hand out more than they have', async () => {
  const narrow = await teams().newKey(teams().one, 'admin', ['keys:manage', 'keys:read'])
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key: narrow })).status).toBe(403)
  expect((await teams().ask('GET', pathOf(ListKeys), { key: narrow })).status).toBe(200)
  const wider = { name: 'wider', role: 'admin' }
  expect((await teams().ask('POST', pathOf(CreateKey), { key: narrow, body: wider })).status).toBe(403)
  const path = pathOf(RotateKey, { path: { id: idOf(teams().one.keys.admin) } })
  expect((await teams().ask('POST', path, { key: narrow, body: {} })).status).toBe(403)
})

it('ends a key when it expires, and refuses one that never begins', async () => {
  const { key, id } = await issued({ name: 'short', role: 'viewer', expiresAt: '2999-01-01T00:00:00Z' })
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key })).status).toBe(200)
  await select(teams().db, `UPDATE api_key SET expires_at = now() WHERE id = $1`, [id])
  const refused = await teams().ask('GET', pathOf(ListEvaluations), { key })
  expect(refused.status).toBe(401)
  expect(refused.body).toMatchObject({
    detail: 'This key does not work: it is misspelt, has expired or was revoked. Ask your team’s admin for another.',
  })
  const past = { name: 'late', role: 'viewer', expiresAt: '2001-01-01T00:00:00Z' }
  expect((await teams().ask('POST', pathOf(CreateKey), { key: teams().one.keys.admin, body: past })).status).toBe(400)
})

it('rotates with an overlap in which both keys work', async () => {
  const admin = teams().one.keys.admin
  const old = await issued({ name: 'rotated', role: 'member' })
  const turned = await teams().ask('POST', pathOf(RotateKey, { path: { id: old.id } }), {
    key: admin,
    body: { overlapHours: 1 },
  })
  const fresh = IssuedKey.parse(turned.body)
  expect(fresh).toMatchObject({ name: 'rotated', role: 'member', expiresAt: null })
  for (const { key } of [old, fresh])
    expect((await teams().ask('GET', pathOf(ListEvaluations), { key })).status).toBe(200)
  const before = (await listed(admin)).find(({ id }) => id === old.id)
  expect(before?.replacedBy).toBe(fresh.id)
  const left = Date.parse(before?.expiresAt ?? '') - Date.now()
  expect(left).toBeGreaterThan(50 * 60_000)
  expect(left).toBeLessThan(61 * 60_000)
  const now = await teams().ask('POST', pathOf(RotateKey, { path: { id: fresh.id } }), {
    key: admin,
    body: { overlapHours: 0 },
  })
  expect(now.status).toBe(201)
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key: fresh.key })).status).toBe(401)
})

it('refuses a revoked key from the next request on, and ends its open streams within 5 s', async () => {
  const { key, id } = await issued({ name: 'leaked', role: 'viewer' })
  const { evaluation } = teams().one
  await select(teams().db, `UPDATE evaluation SET status = 'running', finished_at = NULL WHERE id = $1`, [evaluation])
  const stream = await fetch(`${teams().url}${pathOf(FollowEvaluation, { path: { id: evaluation } })}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  const revoked = await teams().ask('POST', pathOf(RevokeKey, { path: { id } }), { key: teams().one.keys.admin })
  expect(KeyView.parse(revoked.body).state).toBe('revoked')
  const began = performance.now()
  expect((await teams().ask('GET', pathOf(ListEvaluations), { key })).status).toBe(401)
  for (;;) if ((await reader.read()).done) break
  expect(performance.now() - began).toBeLessThan(5000)
  await select(teams().db, `UPDATE evaluation SET status = 'done', finished_at = now() WHERE id = $1`, [evaluation])
})

it.each([(key: string) => `?key=${key}`, () => `?api_key=x`, (key: string) => `?cursor=${key}`])(
  'refuses a key in an address, also a right one (%#)',
  async (query) => {
    const key = teams().one.keys.viewer
    const refused = await teams().ask('GET', `${pathOf(ListEvaluations)}${query(key)}`, { key })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/Authorization: Bearer/)
    expect(refused.text).not.toContain(key)
  },
)

it('exchanges a key for a cookie that scripts cannot read, which the dashboard alone can use', async () => {
  const key = await teams().newKey(teams().one, 'member')
  const began = await teams().ask('POST', pathOf(StartSession), { body: { key } })
  expect(began.status).toBe(201)
  expect(SessionView.parse(began.body).caller).toMatchObject({ role: 'member', team: { name: 'one' } })
  const set = began.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/^__Host-cges=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Lax$/)
  const cookie = set.split(';')[0] ?? ''
  const dashboard = { cookie, 'x-cges-dashboard': '1' }
  const as = (headers: Record<string, string>) => teams().ask('GET', pathOf(ListEvaluations), { headers })
  expect((await as(dashboard)).status).toBe(200)
  // Without the dashboard's header the request may come from another site: browsers send cookies by themselves.
  expect((await as({ cookie })).status).toBe(401)
  const rows = JSON.stringify(
    await select(teams().db, `SELECT encode(token_hash, 'base64') AS h, s::text FROM session s`),
  )
  expect(rows).not.toContain(cookie.split('=')[1])
  const ended = await teams().ask('DELETE', pathOf(EndSession), { headers: dashboard })
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')])
  expect((await as(dashboard)).status).toBe(401)
})

it('ends a session with its key', async () => {
  const key = await teams().newKey(teams().one, 'member')
  const began = await teams().ask('POST', pathOf(StartSession), { body: { key } })
  const headers = { cookie: began.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-cges-dashboard': '1' }
  expect((await teams().ask('GET', pathOf(ListEvaluations), { headers })).status).toBe(200)
  await teams().ask('POST', pathOf(RevokeKey, { path: { id: idOf(key) } }), { key: teams().one.keys.admin })
  expect((await teams().ask('GET', pathOf(ListEvaluations), { headers })).status).toBe(401)
})

it('writes down keys, sessions, cancellations and refused access, and lets nobody change that', async () => {
  const { keys, id } = teams().one
  const evaluation = await submit(teams().db, { team: id, benchmark: { name: 'numbers-one' } })
  const cancelled = await teams().ask('POST', pathOf(CancelEvaluation, { path: { id: evaluation } }), {
    key: keys.member,
  })
  expect(cancelled.status, cancelled.text).toBe(200)
  await teams().ask('POST', pathOf(CancelEvaluation, { path: { id: evaluation } }), { key: keys.viewer })
  await teams().ask('GET', pathOf(ListEvaluations), {
    key: 'cges_zzzzzzzzzzzz_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  })
  const page = await teams().ask('GET', pathOf(ListAudit), { key: keys['fleet-admin'] })
  const entries = z.object({ entries: z.array(z.looseObject({ action: z.string() })) }).parse(page.body).entries
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'evaluation.cancel',
      actor: idOf(keys.member),
      subject: evaluation,
      team: 'one',
    }),
  )
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'access.denied',
      actor: idOf(keys.viewer),
      subject: routeName(CancelEvaluation),
      detail: { needs: 'evaluations:write' },
    }),
  )
  expect(entries).toContainEqual(expect.objectContaining({ action: 'access.refused', subject: null, team: null }))
  for (const action of ['key.create', 'key.rotate', 'key.revoke', 'session.start']) {
    expect(entries, action).toContainEqual(expect.objectContaining({ action }))
  }
  for (const change of [`UPDATE audit SET actor = 'x'`, 'DELETE FROM audit', 'TRUNCATE audit']) {
    await expect(select(teams().db, change), change).rejects.toThrow(/never changed/)
  }
})

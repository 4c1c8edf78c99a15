import { IssuedKey, KeyView, Role, scopesOf } from '@cges-fleet/core'
import {
  CreateOwnKey,
  EndPerson,
  GetEvaluation,
  GetSession,
  ListAudit,
  ListEvaluations,
  ListOwnKeys,
  ListPeople,
  pathOf,
  ReadmitPerson,
  RevokeOwnKey,
  RotateKey,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { POOL, select } from '../support/evaluation-rows.js'
import { callOperation, namesATeamsThing, operations } from './operations.js'
import { TestProvider } from './test-provider.js'
import { asBrowser, type CameBack, signInAs, ssoSettings } from './use-people.js'
import { useTeams } from './use-teams.js'

const provider = await TestProvider.start()
const teams = useTeams(ssoSettings(provider.issuer))

beforeEach(() => select(teams().db, `DELETE FROM request_bucket`))
afterAll(() => provider.stop())

/** Signs in somebody who has these groups. */
function person(subject: string, ...groups: string[]): Promise<CameBack> {
  provider.groups.set(subject, groups)
  return signInAs({ api: teams().url, provider }, subject)
}

async function ownKey(of: CameBack, body: object = { name: 'laptop' }): Promise<IssuedKey> {
  const made = await teams().ask('POST', pathOf(CreateOwnKey), { headers: asBrowser(of), body })
  expect(made.status, made.text).toBe(201)
  return IssuedKey.parse(made.body)
}

const statusOf = async (key: string, path = pathOf(ListEvaluations)) => (await teams().ask('GET', path, { key })).status
const own = async (of: CameBack) => {
  const { body } = await teams().ask('GET', pathOf(ListOwnKeys), { headers: asBrowser(of) })
  return (body as { keys: unknown[] }).keys.map((key) => KeyView.parse(key))
}
const admin = () => ({ key: teams().two.keys['fleet-admin'] })

it('makes keys that are their person’s: owner, name and log', async () => {
  const ada = await person('ada', 'one-member')
  const { key, id } = await ownKey(ada)
  const body = { benchmark: 'numbers-one', pool: POOL, methods: ['sc@2'] }
  expect((await teams().ask('POST', pathOf(SubmitEvaluation), { key, body })).status).toBe(201)
  const mine = await teams().ask('GET', pathOf(ListEvaluations, { query: { mine: '1' } }), { key })
  expect(mine.body).toMatchObject({ evaluations: [{ owner: 'ada' }] })
  expect(await own(ada)).toMatchObject([{ id, name: 'laptop', role: 'member', person: 'ada', state: 'active' }])
  const log = await teams().ask('GET', pathOf(ListAudit, { query: { by: 'ADA', about: 'key' } }), admin())
  expect(log.body).toMatchObject({ entries: [{ action: 'key.create', subject: id, actor: 'ada', team: 'one' }] })
})

it.each(Role.options)('gives the key of a %s what they may, and less once their group gives less', async (role) => {
  const who = await person(`now-${role}`, `one-${role}`)
  const { key } = await ownKey(who)
  const held = async () => {
    const { body } = await teams().ask('GET', pathOf(GetSession), { key })
    return (body as { caller: { scopes: string[] } }).caller.scopes
  }
  expect(await held()).toEqual(scopesOf(role, null))
  await person(`now-${role}`, 'one-viewer')
  expect(await held()).toEqual(scopesOf('viewer', null))
  await person(`now-${role}`, 'two-viewer')
  expect(await statusOf(key)).toBe(401)
})

it('lets no key make, list or end keys of a person, and nobody those of another', async () => {
  const [ada, bob] = [await person('ada', 'one-admin'), await person('bob', 'one-admin', 'two-admin')]
  const { key, id } = await ownKey(ada)
  for (const asking of [{ key }, { key: teams().one.keys.admin }]) {
    const made = await teams().ask('POST', pathOf(CreateOwnKey), { ...asking, body: { name: 'x' } })
    const ended = await teams().ask('POST', pathOf(RevokeOwnKey, { path: { id } }), asking)
    expect([made.status, ended.status]).toEqual([409, 409])
  }
  const asBob = { headers: asBrowser(bob) }
  expect((await teams().ask('POST', pathOf(RevokeOwnKey, { path: { id } }), asBob)).status).toBe(404)
  expect(await own(bob)).toEqual([])
  // An admin's new secret for somebody's own key would be that person.
  const rotated = await teams().ask('POST', pathOf(RotateKey, { path: { id } }), { ...asBob, body: {} })
  expect([rotated.status, rotated.text]).toEqual([409, expect.stringContaining('ada’s own')])
  expect(await statusOf(key)).toBe(200)
  expect((await teams().ask('POST', pathOf(RevokeOwnKey, { path: { id } }), { headers: asBrowser(ada) })).status).toBe(
    200,
  )
  expect(await statusOf(key)).toBe(401)
})

it('bounds how many keys a person has', async () => {
  const max = await person('max', 'one-viewer')
  for (let n = 0; n < 20; n += 1) await ownKey(max, { name: `key ${n}` })
  const one = await teams().ask('POST', pathOf(CreateOwnKey), { headers: asBrowser(max), body: { name: 'more' } })
  expect([one.status, one.text]).toEqual([409, expect.stringContaining('Revoke one')])
})

const seen = (days: number) =>
  select(teams().db, `UPDATE person SET confirmed_at = now() - make_interval(days => $1) WHERE subject = 'rare'`, [
    days,
  ])

it('stops keys 30 days after the provider last confirmed their person', async () => {
  const { key } = await ownKey(await person('rare', 'one-viewer'))
  await seen(29)
  expect(await statusOf(key)).toBe(200)
  await seen(31)
  expect(await statusOf(key)).toBe(401)
})

it('ends a person everywhere, for good until they are let in again, and their keys even then', async () => {
  const eve = await person('eve', 'one-member', 'two-viewer')
  const { key } = await ownKey(eve)
  const path = pathOf(EndPerson, { path: { person: 'eve' } })
  for (const role of ['viewer', 'member', 'operator', 'admin'] as const)
    expect((await teams().ask('POST', path, { key: teams().one.keys[role] })).status).toBe(403)
  expect((await teams().ask('POST', path, admin())).body).toMatchObject({ name: 'eve', teams: [], keys: 0 })
  expect((await teams().ask('GET', pathOf(ListEvaluations), { headers: asBrowser(eve) })).status).toBe(401)
  expect(await statusOf(key)).toBe(401)
  expect((await person('eve', 'one-member')).to).toContain('fault=ended')
  for (const team of [teams().one, teams().two]) {
    const log = await teams().ask('GET', pathOf(ListAudit, { query: { about: 'person' } }), { key: team.keys.admin })
    expect(log.body).toMatchObject({ entries: [{ action: 'person.end', subject: 'eve' }] })
  }
  await teams().ask('POST', pathOf(ReadmitPerson, { path: { person: 'eve' } }), admin())
  expect((await person('eve', 'one-member')).session).not.toBeNull()
  expect(await statusOf(key)).toBe(401)
})

it('shows a team its own people and what they are there, and an administrator of the fleet all', async () => {
  await person('in-both', 'one-member', 'two-admin')
  await person('in-two', 'two-viewer')
  const listed = async (key: string) => {
    const { body } = await teams().ask('GET', pathOf(ListPeople), { key })
    return new Map((body as { people: { name: string; teams: object[] }[] }).people.map((one) => [one.name, one.teams]))
  }
  const seen = await listed(teams().one.keys.member)
  expect(seen.get('in-both')).toEqual([{ team: 'one', role: 'member' }])
  expect(seen.has('in-two')).toBe(false)
  expect((await listed(admin().key)).get('in-both')).toHaveLength(2)
})

it('opens nothing of another team to any person’s own key: every route, every role', async () => {
  const wrong: string[] = []
  const { two } = teams()
  for (const role of Role.options) {
    const { key } = await ownKey(await person(`all-${role}`, `one-${role}`))
    for (const operation of await operations(teams())) {
      const name = `${operation.method} ${operation.path}`
      const { status, text } = await callOperation(teams(), operation, { of: two, key })
      if (text.includes(two.mark)) wrong.push(`${name} as ${role} shows the other team’s work`)
      const across = role === 'fleet-admin' && /\/v1\/(teams|keys|audit|people|group-roles)/.test(name)
      if (namesATeamsThing(operation) && !across && ![403, 404].includes(status))
        wrong.push(`${name} as ${role}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await statusOf(two.keys.viewer, pathOf(GetEvaluation, { path: { id: two.evaluation } }))).toBe(200)
}, 240_000)

import { GroupRole, type GroupRoleList, type Role } from '@cges-fleet/core'
import {
  GetSession,
  ListAudit,
  ListEvaluations,
  ListGroupRoles,
  ListPeople,
  pathOf,
  RemoveGroupRole,
  SetGroupRole,
} from '@cges-fleet/core/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { select } from '../support/evaluation-rows.js'
import { TestProvider } from './test-provider.js'
import { asBrowser, type CameBack, signInAs, ssoSettings } from './use-people.js'
import { type TestTeam, useTeams } from './use-teams.js'

const provider = await TestProvider.start()
const teams = useTeams(ssoSettings(provider.issuer))

beforeEach(() => select(teams().db, `DELETE FROM request_bucket`))
afterAll(() => provider.stop())

interface Wanted {
  readonly group: string
  readonly role: Role
  readonly team?: string
}

const set = (by: TestTeam, role: Role, body: Wanted) =>
  teams().ask('POST', pathOf(SetGroupRole), { key: by.keys[role], body })
const list = async (by: TestTeam, role: Role, query = {}) =>
  ((await teams().ask('GET', pathOf(ListGroupRoles, { query }), { key: by.keys[role] })).body as GroupRoleList).roles
const remove = async (by: TestTeam, role: Role, mapping: string | null) =>
  (await teams().ask('POST', pathOf(RemoveGroupRole, { path: { mapping: mapping ?? '' } }), { key: by.keys[role] }))
    .status

function signIn(subject: string, ...groups: string[]): Promise<CameBack> {
  provider.groups.set(subject, groups)
  return signInAs({ api: teams().url, provider }, subject)
}
const ask = (browser: CameBack, path = pathOf(ListEvaluations)) =>
  teams().ask('GET', path, { headers: asBrowser(browser) })
const roleIn = async (browser: CameBack) => {
  const { body } = await ask(browser, pathOf(GetSession))
  return (body as { caller: { role: Role; team: { name: string } } | null }).caller
}
const later = () => select(teams().db, `UPDATE session SET asked_at = now() - interval '41 seconds'`)

it('lets a team’s admin say which role a group has, and its people in; a removed one ends within a minute', async () => {
  const made = GroupRole.parse((await set(teams().one, 'admin', { group: '/vision', role: 'viewer' })).body)
  expect(made).toMatchObject({ group: '/vision', team: 'one', role: 'viewer' })
  const ada = await signIn('ada', '/vision')
  expect(await roleIn(ada)).toMatchObject({ role: 'viewer', team: { name: 'one' } })
  await set(teams().one, 'admin', { group: '/vision', role: 'member' })
  await later()
  expect(await roleIn(ada)).toMatchObject({ role: 'member' })
  expect(await remove(teams().one, 'admin', made.id)).toBe(200)
  await later()
  expect((await ask(ada)).status).toBe(401)
  expect((await signIn('ada', '/vision')).to).toContain('fault=no-team')
})

it('lists the groups of who signed in as the provider sends them now, and none of a key', async () => {
  const own = async (browser: CameBack) => ((await ask(browser, pathOf(ListGroupRoles))).body as GroupRoleList).own
  const long = `/${'x'.repeat(300)}`
  const browser = await signIn('hedy', 'one-admin', '/vision', long)
  expect(await own(browser)).toEqual(['one-admin', '/vision'])
  provider.groups.set('hedy', ['one-admin', ...Array.from({ length: 80 }, (_, at) => `/group-${at}`)])
  await later()
  await ask(browser)
  expect(await own(browser)).toHaveLength(50)
  const { body } = await teams().ask('GET', pathOf(ListGroupRoles), { key: teams().one.keys.admin })
  expect((body as GroupRoleList).own).toEqual([])
})

it('counts the file’s entry of a team first, and else the strongest of a person’s groups', async () => {
  for (const [group, role] of [
    ['readers', 'viewer'],
    ['leads', 'admin'],
    ['writers', 'member'],
  ] as const)
    await set(teams().two, 'admin', { group, role })
  expect(await roleIn(await signIn('grace', 'readers', 'leads', 'writers'))).toMatchObject({ role: 'admin' })
  expect(await roleIn(await signIn('grace', 'readers', 'leads', 'two-member'))).toMatchObject({ role: 'member' })
})

it('gives nobody more than they hold, in no other team', async () => {
  const { one, two } = teams()
  for (const role of ['operator', 'fleet-admin'] as const)
    expect((await set(one, 'admin', { group: 'g', role })).status, role).toBe(403)
  expect((await set(one, 'admin', { group: 'g', role: 'viewer', team: 'two' })).status).toBe(404)
  const limited = await teams().newKey(one, 'admin', ['keys:manage'])
  const body = { group: 'g', role: 'viewer' }
  expect((await teams().ask('POST', pathOf(SetGroupRole), { key: limited, body })).status).toBe(403)
  const { body: strong } = await set(two, 'fleet-admin', { group: 'all', role: 'fleet-admin', team: 'one' })
  const { id } = GroupRole.parse(strong)
  expect(await remove(one, 'admin', id)).toBe(403)
  expect(await remove(two, 'admin', id)).toBe(404)
  expect(await remove(two, 'fleet-admin', id)).toBe(200)
})

it('lists the file’s entries and the fleet’s: one’s own team’s, and all for administrators of the fleet', async () => {
  await set(teams().one, 'admin', { group: 'mine', role: 'viewer' })
  const seen = await list(teams().one, 'member')
  expect(seen).toContainEqual({ id: null, group: 'one-viewer', team: 'one', role: 'viewer', by: null, at: null })
  expect(seen.map(({ group }) => group)).toContain('mine')
  expect(seen.filter(({ team }) => team !== 'one')).toEqual([])
  const all = await list(teams().one, 'fleet-admin')
  expect(new Set(all.map(({ team }) => team))).toEqual(new Set(['one', 'two']))
  expect(await list(teams().one, 'fleet-admin', { team: 'one' })).toEqual(seen)
})

it('writes into the log which group got which role, by whom', async () => {
  const { body } = await teams().ask('GET', pathOf(ListAudit, { query: { about: 'member' } }), {
    key: teams().one.keys.admin,
  })
  const actions = (body as { entries: { action: string; subject: string }[] }).entries
  expect(actions).toContainEqual(expect.objectContaining({ action: 'member.map', subject: '/vision' }))
  expect(actions).toContainEqual(expect.objectContaining({ action: 'member.unmap', subject: '/vision' }))
  expect((await teams().ask('GET', pathOf(ListPeople), { key: teams().one.keys.member })).status).toBe(200)
})

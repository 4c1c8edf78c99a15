import { IssuedKey, Role } from '@cges-fleet/core'
import {
  CreateKey,
  ListAudit,
  ListEvaluations,
  ListTeams,
  pathOf,
  GetEvaluation,
  RevokeKey,
  RotateKey,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import type { Answer } from '../api/use-api.js'
import { select } from '../support/evaluation-rows.js'
import { callOperation, namesATeamsThing, operations } from './operations.js'
import { idOf, type TestTeam, useTeams } from './use-teams.js'

const teams = useTeams()

/** A key obtained by creating or rotating keys, and how. */
interface Reached {
  readonly key: string
  readonly team: string
  readonly role: Role
  readonly how: string
}

const kind = ({ team, role }: Pick<Reached, 'team' | 'role'>) => `${role} of ${team}`

/** Everything one key can become: with each key obtained, keys of every role and team are requested again. */
async function reachable(start: Reached): Promise<Reached[]> {
  const found = new Map([[kind(start), start]])
  for (const holder of found.values()) {
    for (const next of [...(await made(holder)), ...(await turned(holder))]) {
      if (!found.has(kind(next))) found.set(kind(next), next)
    }
  }
  return [...found.values()]
}

async function made(holder: Reached): Promise<Reached[]> {
  const wanted = ['one', 'two'].flatMap((team) => Role.options.map((role) => ({ team, role })))
  const answers = wanted.map(async ({ team, role }) => {
    const body = { name: `chained ${role}`, role, team }
    return got(holder, await teams().ask('POST', pathOf(CreateKey), { key: holder.key, body }))
  })
  return (await Promise.all(answers)).flat()
}

/** Rotating a key returns a new one with the same rights: as good as holding it. */
async function turned(holder: Reached): Promise<Reached[]> {
  const victims = [teams().one, teams().two].flatMap((team) => Role.options.map((role) => ({ team, role })))
  const answers = victims.map(async ({ team, role }) => {
    const victim = idOf(await teams().newKey(team, role))
    const asking = { key: holder.key, body: { overlapHours: 1 } }
    return got(holder, await teams().ask('POST', pathOf(RotateKey, { path: { id: victim } }), asking))
  })
  return (await Promise.all(answers)).flat()
}

function got(holder: Reached, { status, body }: Answer): Reached[] {
  if (status !== 201) return []
  const { key, team, role } = IssuedKey.parse(body)
  return [{ key, team, role, how: `${holder.how} → ${role} of ${team}` }]
}

const began = (team: TestTeam, role: Role): Reached => ({
  key: team.keys[role],
  team: team.name,
  role,
  how: `${role} of ${team.name}`,
})

const OF_A_TEAM = Role.options.filter((role) => role !== 'fleet-admin')

it.each(OF_A_TEAM)('lets a %s of one team become nobody of another, by no chain of keys', async (role) => {
  const foreign = (await reachable(began(teams().one, role))).filter(({ team }) => team !== 'one')
  expect(foreign.map(({ how }) => how)).toEqual([])
})

it('lets nobody of a team become an administrator of the fleet', async () => {
  for (const role of OF_A_TEAM) {
    const above = (await reachable(began(teams().one, role))).filter((one) => one.role === 'fleet-admin')
    expect(above.map(({ how }) => how)).toEqual([])
  }
})

it('opens nothing of another team to any key that a team’s own can make', async () => {
  const wrong: string[] = []
  for (const reached of await reachable(began(teams().one, 'admin'))) {
    for (const operation of await operations(teams())) {
      const name = `${operation.method} ${operation.path}`
      const { status, text } = await callOperation(teams(), operation, { of: teams().two, key: reached.key })
      if (text.includes(teams().two.mark)) wrong.push(`${name} as ${reached.how} shows the other team’s work`)
      if (namesATeamsThing(operation) && ![403, 404].includes(status))
        wrong.push(`${name} as ${reached.how}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
}, 240_000)

it('tells an admin nothing of keys that are another team’s, not even that they are there', async () => {
  const { one, two } = teams()
  const theirs = idOf(await teams().newKey(two, 'viewer'))
  const nobodys = 'aaaaaaaaaaaa'
  for (const route of [RotateKey, RevokeKey]) {
    const refusalOf = async (id: string) => {
      const asking = { key: one.keys.admin, body: route === RotateKey ? {} : undefined }
      const { status, body } = await teams().ask('POST', pathOf(route, { path: { id } }), asking)
      return [status, (body as { detail: string }).detail.replace(id, '')]
    }
    const there = await refusalOf(theirs)
    expect(there).toEqual([404, expect.stringContaining('no key')])
    expect(there).toEqual(await refusalOf(nobodys))
  }
  const [row] = await select<{ revoked: boolean }>(
    teams().db,
    'SELECT revoked_at IS NOT NULL AS revoked FROM api_key WHERE id = $1',
    [theirs],
  )
  expect(row?.revoked).toBe(false)
})

it('shows an admin the log of its own team and of no other', async () => {
  const { one, two } = teams()
  await teams().ask('GET', pathOf(ListAudit), { key: two.keys.viewer })
  await teams().ask('GET', pathOf(ListEvaluations), { key: 'nobody' })
  const read = async (key: string) => {
    const seen = new Set<string | null>()
    for (let cursor: string | undefined | null; cursor !== null;) {
      const { body } = await teams().ask('GET', pathOf(ListAudit, { query: { cursor } }), { key })
      const { entries, next } = body as { entries: { team: string | null }[]; next: string | null }
      for (const { team } of entries) seen.add(team)
      cursor = next
    }
    return seen
  }
  expect(await read(one.keys.admin)).toEqual(new Set(['one']))
  expect(await read(two.keys['fleet-admin'])).toEqual(new Set(['one', 'two', null]))
})

it('lets an administrator of the fleet make a key of any team, and the team read that in its log', async () => {
  const { one, two } = teams()
  const body = { name: 'for two', role: 'viewer', team: 'two' }
  const { id, key } = IssuedKey.parse(
    (await teams().ask('POST', pathOf(CreateKey), { key: one.keys['fleet-admin'], body })).body,
  )
  expect((await teams().ask('GET', pathOf(GetEvaluation, { path: { id: two.evaluation } }), { key })).status).toBe(200)
  const log = await teams().ask('GET', pathOf(ListAudit), { key: two.keys.admin })
  expect((log.body as { entries: object[] }).entries).toContainEqual(
    expect.objectContaining({ action: 'key.create', subject: id, team: 'two', actor: idOf(one.keys['fleet-admin']) }),
  )
})

it('keeps the keys of the fleet’s administrators from admins of the same team', async () => {
  const { one } = teams()
  const theirs = await teams().newKey(one, 'fleet-admin')
  const revoked = await teams().ask('POST', pathOf(RevokeKey, { path: { id: idOf(theirs) } }), { key: one.keys.admin })
  expect([revoked.status, revoked.text]).toEqual([403, expect.stringContaining('fleet')])
  expect((await teams().ask('GET', pathOf(ListTeams), { key: theirs })).status).toBe(200)
})

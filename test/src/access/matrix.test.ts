import { Role } from '@cges-fleet/core'
import { ListBenchmarks, pathOf, GetEvaluation, GetPoolShares } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { POOL } from '../support/evaluation-rows.js'
import { callOperation, namesATeamsThing, operations } from './operations.js'
import { type Teams, useTeams } from './use-teams.js'

const teams = useTeams()

/** What each role may do, written out: giving a role a scope, or taking one away, must be a decision made here too. */
const MAY: Readonly<Record<string, readonly Role[]>> = {
  'evaluations:read': ['viewer', 'member', 'operator', 'admin', 'fleet-admin'],
  'benchmarks:read': ['viewer', 'member', 'operator', 'admin', 'fleet-admin'],
  'pools:read': ['viewer', 'member', 'operator', 'admin', 'fleet-admin'],
  'evaluations:write': ['member', 'operator', 'admin', 'fleet-admin'],
  'evaluations:manage': ['admin', 'fleet-admin'],
  'benchmarks:write': ['member', 'operator', 'admin', 'fleet-admin'],
  'keys:read': ['member', 'operator', 'admin', 'fleet-admin'],
  'pools:operate': ['operator', 'fleet-admin'],
  'keys:manage': ['admin', 'fleet-admin'],
  'teams:manage': ['fleet-admin'],
  'audit:read': ['admin', 'fleet-admin'],
}

/** Routes on which fleet administrators may act on every team, by design; none of them shows a team's work. */
const ACROSS_TEAMS = /^(POST|PATCH|GET) \/v1\/(teams|keys|audit|people|group-roles)/

const roleOf = (all: Teams, role: Role) => all.one.keys[role]

it('lets in who may and nobody else: every route, every role, and without a key', async () => {
  const wrong: string[] = []
  for (const operation of await operations(teams())) {
    const { method, path, scope } = operation
    for (const role of [undefined, ...Role.options]) {
      const { status } = await callOperation(teams(), operation, {
        of: teams().one,
        key: role && roleOf(teams(), role),
      })
      const known = role !== undefined
      const may = scope === undefined || (known && MAY[scope]?.includes(role) === true)
      const refused = known ? status === 403 : status === 401
      if (may ? [401, 403, 404].includes(status) || status >= 500 : !refused) {
        wrong.push(`${method} ${path} as ${role ?? 'nobody'}: ${status}, ${may ? 'and may' : 'and may not'}`)
      }
    }
  }
  expect(wrong).toEqual([])
}, 240_000)

it('knows nothing of another team’s things: every route, every role, every id of the other’s', async () => {
  const wrong: string[] = []
  for (const operation of await operations(teams())) {
    const name = `${operation.method} ${operation.path}`
    for (const role of Role.options) {
      const { status, text } = await callOperation(teams(), operation, { of: teams().two, key: roleOf(teams(), role) })
      if (text.includes(teams().two.mark)) wrong.push(`${name} as ${role} shows the other team’s work`)
      const across = role === 'fleet-admin' && ACROSS_TEAMS.test(name)
      if (namesATeamsThing(operation) && !across && ![403, 404].includes(status))
        wrong.push(`${name} as ${role}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
  // The other team's work exists, and its own keys can see it: the search for the mark could succeed.
  const { two } = teams()
  const answer = await teams().ask('GET', pathOf(GetEvaluation, { path: { id: two.evaluation } }), {
    key: two.keys.viewer,
  })
  expect(answer.text).toContain(two.mark)
  expect((await teams().ask('GET', pathOf(ListBenchmarks), { key: two.keys.viewer })).text).toContain(two.mark)
}, 240_000)

it('leaves the other team’s evaluation as it was, after all of that', async () => {
  const { two } = teams()
  const { body } = await teams().ask('GET', pathOf(GetEvaluation, { path: { id: two.evaluation } }), {
    key: two.keys.viewer,
  })
  expect(body).toMatchObject({ status: 'done', name: `evaluation ${two.mark}` })
})

it('shows teams apart in a pool to those who run pools, and one sum to the others', async () => {
  const { one, two, db } = teams()
  await db.query(`UPDATE evaluation SET status = 'running' WHERE id = ANY ($1)`, [[one.evaluation, two.evaluation]])
  const shares = async (key: string) =>
    (await teams().ask('GET', pathOf(GetPoolShares, { path: { pool: POOL } }), { key })).body
  const others = { team: null, own: false }
  expect(await shares(one.keys.viewer)).toMatchObject({ teams: [{ team: 'one', own: true }, others] })
  expect(await shares(one.keys.admin)).toMatchObject({ teams: [{ team: 'one', own: true }, others] })
  for (const role of ['operator', 'fleet-admin'] as const) {
    const apart = { teams: [{ team: 'one' }, { team: 'two', own: false }] }
    expect(await shares(one.keys[role])).toMatchObject(apart)
  }
  await db.query(`UPDATE evaluation SET status = 'done' WHERE id = $1`, [two.evaluation])
})

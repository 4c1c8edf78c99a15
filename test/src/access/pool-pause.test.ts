import { AuditPage, logEntryWords, PoolList, type PoolPause, type Role } from '@cges-fleet/core'
import { GetPoolShares, ListAudit, ListPools, pathOf, PausePool, ResumePool } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { POOL } from '../support/evaluation-rows.js'
import { type TestTeam, useTeams } from './use-teams.js'

const teams = useTeams()
const path = { pool: POOL }

const pause = (key: string, reason?: string) =>
  teams().ask('POST', pathOf(PausePool, { path }), { key, body: { reason } })
const resume = (key: string) => teams().ask('POST', pathOf(ResumePool, { path }), { key })

/** The pause as a key's holder sees it, in the list and on the pool's page. */
async function seenBy(key: string): Promise<PoolPause | null> {
  const { pools } = PoolList.parse((await teams().ask('GET', pathOf(ListPools), { key })).body)
  const listed = pools.find(({ name }) => name === POOL)?.paused ?? null
  expect((await teams().ask('GET', pathOf(GetPoolShares, { path }), { key })).body).toMatchObject({ paused: listed })
  return listed
}

async function newestEntry({ keys }: TestTeam): Promise<string | undefined> {
  const answer = await teams().ask('GET', pathOf(ListAudit, { query: { about: 'pool' } }), { key: keys.admin })
  return AuditPage.parse(answer.body).entries.map(logEntryWords)[0]
}

it('lets operators and fleet administrators pause and resume, and no other role', async () => {
  const { keys } = teams().one
  for (const role of ['viewer', 'member', 'admin'] satisfies Role[]) {
    expect([role, (await pause(keys[role])).status, (await resume(keys[role])).status]).toEqual([role, 403, 403])
  }
  expect(await seenBy(keys.viewer)).toBeNull()
  for (const role of ['operator', 'fleet-admin'] satisfies Role[]) {
    expect([role, (await pause(keys[role])).status, (await resume(keys[role])).status]).toEqual([role, 200, 200])
  }
})

it('names who paused to that team and to those who run pools, and the reason to all', async () => {
  const { one, two } = teams()
  const by = await teams().keyName(one.keys.operator)
  expect(by).not.toBeNull()
  await pause(one.keys.operator, 'new weights')
  for (const key of [one.keys.viewer, one.keys.operator, two.keys.operator, two.keys['fleet-admin']]) {
    expect(await seenBy(key)).toMatchObject({ by, reason: 'new weights' })
  }
  for (const key of [two.keys.viewer, two.keys.admin]) {
    expect(await seenBy(key)).toMatchObject({ by: null, reason: 'new weights' })
  }
  await resume(two.keys.operator)
})

it('writes into the log who paused and resumed, once each, and why', async () => {
  const { one, two } = teams()
  const name = await teams().keyName(one.keys.operator)
  await pause(one.keys.operator, 'a new GPU')
  await pause(one.keys.operator, 'again')
  expect(await newestEntry(one)).toMatch(new RegExp(`^Key ${name} \\(.+\\) paused pool ${POOL}: “a new GPU”\\.$`))
  await resume(two.keys.operator)
  await resume(one.keys.operator)
  expect(await newestEntry(two)).toMatch(new RegExp(`^Key .+ resumed pool ${POOL}\\.$`))
  expect(await newestEntry(one)).toContain('paused pool')
})

import { PoolHistory } from '@cges-fleet/core'
import { ExportPoolHistory, pathOf, GetPoolHistory } from '@cges-fleet/core/contract'
import { notePools } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { POOL } from '../support/evaluation-rows.js'
import { useTeams } from './use-teams.js'

const teams = useTeams()

const named = ({ teams: all }: PoolHistory) => all.map(({ team, own }) => [team, own])

it('tells how a pool stood with teams apart to those who run pools, and in one sum to the others', async () => {
  const { one, two, db } = teams()
  await db.query(`UPDATE evaluation SET status = 'running', trials_closed = 0 WHERE id = ANY ($1)`, [
    [one.evaluation, two.evaluation],
  ])
  await notePools(db)
  const history = async (key: string) => {
    const { status, body } = await teams().ask('GET', pathOf(GetPoolHistory, { path: { pool: POOL } }), { key })
    expect(status).toBe(200)
    return PoolHistory.parse(body)
  }
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const shown = await history(one.keys[role])
    expect(named(shown)).toEqual([
      ['one', true],
      [null, false],
    ])
    expect(JSON.stringify(shown)).not.toContain('"two"')
    expect(shown.teams.map(({ queued }) => (queued.at(-1) ?? 0) > 0)).toEqual([true, true])
  }
  for (const role of ['operator', 'fleet-admin'] as const) {
    expect(named(await history(one.keys[role]))).toEqual([
      ['one', true],
      ['two', false],
    ])
  }
  // A caller sees only the waits of its own team, whatever its role.
  expect((await history(two.keys.operator)).waits.map(({ team }) => team)).toEqual(['two', null])
})

it('exports the same, and knows no pool that is not there', async () => {
  const { one } = teams()
  const ask = (pool: string, file: 'history.csv' | 'history.json') =>
    teams().ask('GET', pathOf(ExportPoolHistory, { path: { pool, file }, query: { window: '15min' } }), {
      key: one.keys.viewer,
    })
  const { status, text } = await ask(POOL, 'history.csv')
  expect(status).toBe(200)
  const [head = '', ...rows] = text.trimEnd().split('\n')
  expect(head).toContain('"queued of one","busy of one","queued of other teams"')
  expect(text).not.toContain('two')
  expect(rows).toHaveLength(91)
  // Figures copied from a simulated pool are still marked as simulated.
  expect(rows.filter((row) => !row.startsWith(`"${POOL}","simulated",`))).toEqual([])
  expect((await ask(POOL, 'history.json')).text).toContain('"window":"15min"')
  expect((await ask('nowhere', 'history.csv')).status).toBe(404)
})

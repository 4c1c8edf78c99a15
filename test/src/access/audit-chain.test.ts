import { createHash } from 'node:crypto'
import { checkChain, type CheckedChain } from '@cges-fleet/core'
import { GetAuditChain, ExportAudit, ListTeams, pathOf } from '@cges-fleet/core/contract'
import { createTeam, openDatabase, writeAudit } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { select } from '../support/evaluation-rows.js'
import { useTeams } from './use-teams.js'

const teams = useTeams()

async function verify(seen: CheckedChain['last'] = null): Promise<CheckedChain> {
  const { status, text } = await teams().ask('GET', pathOf(GetAuditChain), { key: teams().one.keys['fleet-admin'] })
  expect(status).toBe(200)
  return checkChain(linesOf(text), { seen, sha256 })
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n')
}

const sha256 = (of: string) => createHash('sha256').update(of).digest('hex')
const run = (sql: string) =>
  select(teams().db, `SET session_replication_role = replica; ${sql}; SET session_replication_role = DEFAULT`)

/** Does what only the owner of the database can, past the triggers that forbid it, and takes it back. */
async function tampered(change: string, undo: string): Promise<string | null> {
  await run(change)
  const { fault } = await verify()
  await run(undo)
  expect((await verify()).fault).toBeNull()
  return fault
}

it('seals every entry in the order of commits, also of transactions side by side', async () => {
  const { db, databaseUrl } = teams()
  const other = await openDatabase({ url: databaseUrl, application: 'test', connections: 20 })
  const entry = { team: null, actor: 'machine', action: 'pool.price', subject: 'gpu' } as const
  const each = Array.from({ length: 200 }, (_, n) =>
    other.transaction(async (tx) => {
      await writeAudit(tx, { ...entry, detail: { n, text: 'é "\\u2028' } })
      if (n % 3 === 0) await writeAudit(tx, { ...entry, detail: { n, again: true } })
      if (n % 10 === 0) throw new Error('rolled back')
    }),
  )
  await Promise.allSettled(each)
  await other.destroy()
  const found = await verify()
  const [row] = await select<{ entries: number }>(db, 'SELECT count(*)::int AS entries FROM audit')
  expect(found).toMatchObject({ fault: null, first: 1, entries: row?.entries })
})

const of = (place: number) => `(SELECT entry FROM audit_seal WHERE place = ${place})`

it('shows a change, a deletion, a lost place and an entry written past it', async () => {
  const set = (by: string) => `UPDATE audit SET actor = '${by}' WHERE id = ${of(3)}`
  const [row] = await select<{ actor: string }>(teams().db, `SELECT actor FROM audit WHERE id = ${of(3)}`)
  expect(await tampered(set('mallory'), set(row?.actor ?? ''))).toMatch(/place 3 was changed.*mallory/)
  const keep = `CREATE TABLE kept AS SELECT * FROM audit WHERE id = ${of(4)}; DELETE FROM audit WHERE id = ${of(4)}`
  const back = 'INSERT INTO audit SELECT * FROM kept; DROP TABLE kept'
  expect(await tampered(keep, back)).toMatch(/place 4 was deleted/)
  const seals = `CREATE TABLE kept AS SELECT * FROM audit_seal WHERE place = 5; DELETE FROM audit_seal WHERE place = 5`
  expect(await tampered(seals, 'INSERT INTO audit_seal SELECT * FROM kept; DROP TABLE kept')).toMatch(
    /Place 5 is missing/,
  )
  const forged = `INSERT INTO audit (id, actor, action) VALUES ('00000000-0000-7000-8000-00000000000f', 'mallory', 'key.create')`
  const gone = `DELETE FROM audit WHERE actor = 'mallory'`
  expect(await tampered(forged, gone)).toMatch(/1 entry of the log/)
})

it('shows by a place that was kept that the end was cut off, or all was made anew', async () => {
  const { last } = await verify()
  if (last === null) throw new Error('an empty log')
  expect((await verify({ ...last, place: last.place + 1 })).fault).toMatch(/ends at place/)
  expect((await verify({ ...last, hash: '0'.repeat(64) })).fault).toMatch(/made anew/)
  await createTeam(teams().db, { name: 'later', weight: 1, limits: {}, keep: {}, gateway: {} }, 'machine')
  expect((await verify(last)).fault).toBeNull()
})

it('gives the chain to administrators of the fleet alone, and each team its own entries as a file', async () => {
  const { one, two } = teams()
  expect((await teams().ask('GET', pathOf(GetAuditChain), { key: one.keys.admin })).status).toBe(403)
  await teams().ask('GET', pathOf(ListTeams), { key: two.keys.viewer })
  const file = await teams().ask('GET', pathOf(ExportAudit, { path: { file: 'log.csv' } }), { key: two.keys.admin })
  expect(file.text).toMatch(/"Key a viewer [^"]*was refused GET [/]v1[/]teams, which needs teams:manage/)
  expect(file.text).not.toMatch(/"one"/)
})

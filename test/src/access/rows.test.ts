import {
  DATABASE_ROLE,
  type DataSource,
  identityDatabase,
  listEvaluations,
  LOCAL_TEAM,
  notePools,
  openDatabase,
  selectEvaluationTotals,
  type TeamId,
  teamDatabase,
} from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawn, otherTeam, round, select, submit } from '../support/evaluation-rows.js'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'
import { landAll } from '../support/landed-samples.js'

/** Two teams with finished work, seen by the owner and by the role of the API on a pool of two connections. */
let fresh: FreshDatabase
let owner: DataSource
let api: DataSource
let coordinator: DataSource
let other: TeamId
const evaluations = new Map<TeamId, string>()

beforeAll(async () => {
  fresh = await freshDatabase()
  owner = await openDatabase({ url: fresh.url, application: 'test', connections: 4 })
  api = await openDatabase({ url: fresh.url, application: 'test', connections: 2, role: 'api' })
  coordinator = await openDatabase({ url: fresh.url, application: 'test', connections: 2, role: 'coordinator' })
  other = await otherTeam(owner)
  for (const team of [LOCAL_TEAM, other]) {
    const id = await submit(owner, { team, changes: { name: `work of ${team}` } })
    evaluations.set(team, id)
    await round(owner, id)
    await notePools(owner)
    await owner.query(`UPDATE pool_point SET at = at - interval '1 day'`)
    await landAll(owner, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
    await round(owner, id)
  }
})

afterAll(async () => {
  await Promise.all([owner, api, coordinator].map((db) => db?.destroy()))
  await fresh?.drop()
})

interface Table {
  readonly name: string
  readonly forced: boolean
  readonly hasTeam: boolean
}

const tables = () =>
  select<Table>(
    owner,
    `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced, EXISTS (
       SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'team_id') AS "hasTeam"
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`,
  )

/** Tables that teams share, by intent. A new table without a team must be added to this list, or the test fails. */
const SHARED = ['migration', 'pool', 'pool_point', 'request_bucket', 'sweep', 'webhook', 'worker', 'worker_point']

it('forces row-level security on every table that is not shared on purpose', async () => {
  const open = (await tables()).filter(({ forced }) => !forced).map(({ name }) => name)
  expect(open).toEqual(SHARED)
})

it('shows the API no row of any team while no team is named', async () => {
  const counted = new Map<string, number>()
  for (const { name, forced } of await tables()) {
    if (!forced) continue
    const [all] = await select<{ n: number }>(owner, `SELECT count(*)::int AS n FROM "${name}"`)
    const [seen] = await select<{ n: number }>(api, `SELECT count(*)::int AS n FROM "${name}"`)
    expect(seen?.n, name).toBe(0)
    counted.set(name, all?.n ?? 0)
  }
  // The tables hold rows; otherwise the checks above would prove nothing.
  for (const name of [
    'evaluation',
    'trial',
    'sample',
    'sample_body',
    'call',
    'call_ledger',
    'verdict',
    'gold',
    'team',
    'team_point',
  ]) {
    expect(counted.get(name), name).toBeGreaterThan(0)
  }
})

it('shows a team its own rows of every table, and no others', async () => {
  for (const { name, hasTeam } of await tables()) {
    if (!hasTeam) continue
    for (const team of [LOCAL_TEAM, other]) {
      const seen = (await teamDatabase(api, team).query(`SELECT DISTINCT team_id AS id FROM "${name}"`)) as {
        id: string
      }[]
      expect(
        seen.map(({ id }) => id),
        name,
      ).toEqual(seen.length === 0 ? [] : [team])
    }
  }
})

it('writes no row into another team, whatever the statement says', async () => {
  const mine = teamDatabase(api, LOCAL_TEAM)
  const foreign = evaluations.get(other)
  await mine.query(`UPDATE evaluation SET name = 'stolen'`)
  await mine.query(`DELETE FROM progress WHERE evaluation_id = $1`, [foreign])
  expect(await select(owner, `SELECT name FROM evaluation WHERE id = $1`, [foreign])).toEqual([
    { name: `work of ${other}` },
  ])
  expect(await select(owner, `SELECT 1 FROM progress WHERE evaluation_id = $1`, [foreign])).not.toHaveLength(0)
  await expect(
    mine.query(`INSERT INTO progress (team_id, evaluation_id, at, samples) VALUES ($1, $2, now(), 1)`, [
      other,
      foreign,
    ]),
  ).rejects.toThrow(/row-level security/)
  await expect(mine.query(`UPDATE evaluation SET team_id = $1`, [other])).rejects.toThrow(/row-level security/)
})

it('keeps a thousand interleaved requests of two teams apart on two connections', async () => {
  // Fifty lanes in parallel, each one query at a time: a thousand waiting at once would only measure the machine.
  const lanes = Array.from({ length: 50 }, async (_, lane) => {
    for (let n = lane; n < 1000; n += 50) {
      const team = (n + lane) % 4 < 2 ? LOCAL_TEAM : other
      const db = teamDatabase(api, team)
      // Every seventh fails inside its transaction: the connection must go back to the pool without a team.
      if (n % 7 === 0) await expect(db.query('SELECT 1 / 0')).rejects.toThrow(/division/)
      expect(await db.query('SELECT id, team_id AS team FROM evaluation')).toEqual([
        { id: evaluations.get(team), team },
      ])
    }
  })
  await Promise.all(lanes)
  expect(await api.query('SELECT 1 FROM evaluation')).toEqual([])
})

it('shows what a verb reads to the team it is read for alone, also where the verb forgot its filter', async () => {
  const evaluation = evaluations.get(LOCAL_TEAM) ?? ''
  const foreign = evaluations.get(other) ?? ''
  const db = teamDatabase(api, LOCAL_TEAM)
  expect((await selectEvaluationTotals(db, LOCAL_TEAM, evaluation))?.summary.id).toBe(evaluation)
  // Passing the other team's id has the effect of a forgotten or wrong filter.
  expect(await selectEvaluationTotals(db, other, foreign)).toBeNull()
  expect((await listEvaluations(db, other)).evaluations).toEqual([])
})

it('lets the identity view see teams and keys, and no team’s work', async () => {
  const identity = identityDatabase(api)
  expect(await identity.query('SELECT 1 FROM team')).toHaveLength(2)
  for (const { name, hasTeam } of await tables()) {
    if (!hasTeam || ['api_key', 'session', 'audit'].includes(name)) continue
    expect(await identity.query(`SELECT 1 FROM "${name}" LIMIT 1`), name).toEqual([])
  }
})

it('gives a coordinator all teams’ work and no keys', async () => {
  expect(await select(coordinator, 'SELECT DISTINCT team_id FROM sample')).toHaveLength(2)
  for (const table of ['api_key', 'session', 'audit', 'request_bucket']) {
    await expect(coordinator.query(`SELECT 1 FROM ${table}`), table).rejects.toThrow(/permission denied/)
  }
})

it('gives no role of a process the power to change verdicts, the log, policies or tables', async () => {
  for (const db of [api, coordinator]) {
    for (const statement of [
      'UPDATE verdict SET calls = 1',
      'DELETE FROM verdict',
      'TRUNCATE evaluation CASCADE',
      'ALTER TABLE evaluation DISABLE ROW LEVEL SECURITY',
      'DROP POLICY team_rows ON evaluation',
      'CREATE TABLE mine (id int)',
      `UPDATE audit SET actor = 'nobody'`,
      'DELETE FROM audit',
    ]) {
      await expect(db.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    }
  }
})

it('hides rows from a table’s owner too', async () => {
  const { url } = fresh
  const name = 'plain_owner'
  await owner.query(`DROP ROLE IF EXISTS ${name}`)
  await owner.query(`CREATE ROLE ${name} LOGIN`)
  await owner.query(`ALTER TABLE progress OWNER TO ${name}`)
  const as = new URL(url)
  as.username = name
  const plain = await openDatabase({ url: as.href, application: 'test', connections: 1 })
  try {
    await plain.query(`SELECT set_config('cges.owner', '', false)`)
    expect(await plain.query('SELECT 1 FROM progress')).toEqual([])
  } finally {
    await plain.destroy()
    await owner.query('ALTER TABLE progress OWNER TO CURRENT_USER')
    await owner.query(`DROP ROLE ${name}`)
  }
})

it('says who must do what where the role cannot be had', async () => {
  const name = 'without_roles'
  await owner.query(`DROP ROLE IF EXISTS ${name}`)
  await owner.query(`CREATE ROLE ${name} LOGIN`)
  const as = new URL(fresh.url)
  as.username = name
  try {
    const opened = openDatabase({ url: as.href, application: 'test', connections: 1, role: 'api' })
    await expect(opened).rejects.toThrow(`GRANT ${Object.values(DATABASE_ROLE).join(', ')} TO that user`)
  } finally {
    await owner.query(`DROP ROLE ${name}`)
  }
})

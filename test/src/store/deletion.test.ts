import { deleteEvaluation, eraseEvaluations, expireEvaluations, LOCAL_TEAM, teamDatabase } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { openedAs, useDatabase } from '../support/databases.js'
import { claim, drawn, plannedSample, round, select, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'

const database = useDatabase()

const opened = (role: 'api' | 'coordinator') => openedAs(database(), role)

async function finished(name: string): Promise<string> {
  const db = database()
  const id = await submit(db, { methods: ['sc@2', 'asc-beta@2'], changes: { name } })
  await round(db, id)
  await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
  await round(db, id)
  return id
}

/** The rows that are left of an evaluation, by table. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const tables = await select<{ name: string; column: string }>(
    database(),
    `SELECT c.relname AS name, max(a.attname) AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname IN ('evaluation_id', 'trial_id')
       AND (a.attname = 'evaluation_id' OR c.relname = 'sample_body') GROUP BY 1`,
  )
  const counted: Record<string, number> = {}
  for (const { name, column } of [...tables, { name: 'evaluation', column: 'id' }]) {
    const value = column === 'trial_id' ? '(SELECT id FROM trial WHERE evaluation_id = $1)' : '$1::uuid'
    const [row] = await select<{ n: number }>(
      database(),
      `SELECT count(*)::int AS n FROM "${name}" WHERE ${column} ${column === 'trial_id' ? 'IN' : '='} ${value}`,
      [id],
    )
    if ((row?.n ?? 0) > 0) counted[name] = row?.n ?? 0
  }
  return counted
}

const stored = async () =>
  (await select<{ bytes: string }>(database(), 'SELECT bytes FROM storage WHERE team_id = $1', [LOCAL_TEAM]))[0]?.bytes

it('leaves no row of what was deleted, every row of the others, and frees what its texts took', async () => {
  const gone = await finished('gone')
  const one = await stored()
  const kept = await finished('kept')
  const before = await rowsOf(kept)
  expect(Object.keys(await rowsOf(gone)).toSorted()).toEqual(Object.keys(before).toSorted())
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['sample_body', 'verdict', 'call_ledger', 'evaluation_event']),
  )
  const [{ bytes: texts } = { bytes: 0 }] = await select<{ bytes: number }>(
    database(),
    `SELECT sum(octet_length(text))::int AS bytes FROM sample_body b JOIN trial t ON t.id = b.trial_id WHERE t.evaluation_id = $1`,
    [gone],
  )
  const deleted = await deleteEvaluation(teamDatabase(database(), LOCAL_TEAM), LOCAL_TEAM, { id: gone, actor: 'me' })
  expect(deleted).toEqual({ id: gone, name: 'gone', samples: 4, bytes: texts })
  expect(texts).toBeGreaterThan(0)
  const coordinator = await opened('coordinator')
  try {
    for (let step = 0; await eraseEvaluations(coordinator); step++) expect(step).toBeLessThan(10)
  } finally {
    await coordinator.destroy()
  }
  expect(await rowsOf(gone)).toEqual({})
  expect(await rowsOf(kept)).toEqual(before)
  expect(await stored()).toBe(one)
  // What the team has used stays.
  expect(await select(database(), 'SELECT calls FROM usage')).toEqual([{ calls: '8' }])
})

it('erases a large one in steps, none of which takes more than it was told', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'], benchmark: { questions: many(1000) } })
  await round(db, id)
  await db.query(`UPDATE evaluation SET status = 'cancelled', finished_at = now(), deleted_at = now() WHERE id = $1`, [
    id,
  ])
  const trials = async () =>
    (await select<{ n: number }>(db, 'SELECT count(*)::int AS n FROM trial WHERE evaluation_id = $1', [id]))[0]?.n ?? 0
  const left = [await trials()]
  while (await eraseEvaluations(db, 300)) left.push(await trials())
  expect(left[0]).toBe(1000)
  expect(left.length).toBeGreaterThan(3)
  expect(Math.max(...left.map((n, at) => (left[at - 1] ?? n) - n))).toBeLessThanOrEqual(300)
  expect(await rowsOf(id)).toEqual({})
})

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `q-${i}`, question: `Number ${i}?`, answer: `${i}` }))

it('waits for a call that a worker still makes, whose end then finds nothing to break', async () => {
  const db = database()
  const { evaluationId: id, ...ref } = await plannedSample(db)
  await claim(db, ref)
  await db.query(`UPDATE evaluation SET status = 'cancelled', finished_at = now(), deleted_at = now() WHERE id = $1`, [
    id,
  ])
  expect(await eraseEvaluations(db)).toBe(false)
  await db.query(`UPDATE call SET state = 'pending', lease_until = NULL WHERE state = 'leased'`)
  while (await eraseEvaluations(db));
  expect(await rowsOf(id)).toEqual({})
})

it('deletes what a team keeps no longer, by its end or by its archiving, and writes down why', async () => {
  const db = database()
  const ids = { old: await finished('old'), archived: await finished('archived'), young: await finished('young') }
  await db.query(`UPDATE evaluation SET finished_at = now() - interval '40 days' WHERE id = $1`, [ids.old])
  await db.query(`UPDATE evaluation SET archived_at = now() - interval '8 days' WHERE id = $1`, [ids.archived])
  const coordinator = await opened('coordinator')
  const deleted = async () =>
    (await select<{ id: string }>(db, 'SELECT id FROM evaluation WHERE deleted_at IS NOT NULL ORDER BY id')).map(
      (e) => e.id,
    )
  try {
    expect(await expireEvaluations(coordinator)).toBe(false)
    expect(await deleted()).toEqual([])
    await db.query('UPDATE team SET keep_finished_days = 41, keep_archived_days = 9')
    await expireEvaluations(coordinator)
    expect(await deleted()).toEqual([])
    await db.query('UPDATE team SET keep_finished_days = 39, keep_archived_days = 7')
    await expireEvaluations(coordinator)
    expect(await deleted()).toEqual([ids.old, ids.archived].toSorted())
  } finally {
    await coordinator.destroy()
  }
  const log = await select(db, `SELECT actor, subject, detail ->> 'kept' AS kept FROM audit ORDER BY kept`)
  expect(log).toEqual([
    { actor: 'retention', subject: ids.archived, kept: 'archivedDays' },
    { actor: 'retention', subject: ids.old, kept: 'finishedDays' },
  ])
})

it('lets nobody take a deletion back, or delete rows of what was not deleted', async () => {
  const db = database()
  const id = await finished('kept')
  await expect(db.query('DELETE FROM evaluation WHERE id = $1', [id])).rejects.toThrow(/never changed/)
  await db.query('UPDATE evaluation SET deleted_at = now() WHERE id = $1', [id])
  await expect(db.query('UPDATE evaluation SET deleted_at = NULL WHERE id = $1', [id])).rejects.toThrow(/never changed/)
  const api = await opened('api')
  try {
    await expect(api.query('SELECT erase_evaluation($1)', [id])).rejects.toThrow(/permission denied/)
    const other = await finished('other')
    // Without a team, and for another's, the function finds nothing.
    expect(await api.query('SELECT id FROM delete_evaluation($1)', [other])).toEqual([])
  } finally {
    await api.destroy()
  }
})

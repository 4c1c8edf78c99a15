import { landSample, LOCAL_TEAM, newId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { claim, drawn, otherTeam, plannedSample, round, select, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/use-database.js'
import { landAll } from '../support/land-all.js'

const database = useDatabase()

it.each([
  ['UPDATE', `UPDATE verdict SET answer_key = '999'`],
  ['DELETE', 'DELETE FROM verdict'],
  ['TRUNCATE', 'TRUNCATE verdict'],
])('refuses to %s a verdict', async (_, statement) => {
  const db = database()
  const id = await submit(db)
  await round(db, id)
  await landAll(db, () => drawn('0'))
  await round(db, id)
  const before = await select(db, 'SELECT * FROM verdict ORDER BY trial_id')
  expect(before).toHaveLength(2)
  await expect(db.query(statement)).rejects.toThrow('verdict is written once and never changed')
  expect(await select(db, 'SELECT * FROM verdict ORDER BY trial_id')).toEqual(before)
})

it('refuses a second verdict of one method, trial and grading', async () => {
  const db = database()
  const id = await submit(db)
  await round(db, id)
  await landAll(db, () => drawn('0'))
  await round(db, id)
  const again = db.query(
    `INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, reason)
     SELECT trial_id, method_key, grading_version, team_id, evaluation_id, 1, 'budget' FROM verdict LIMIT 1`,
  )
  await expect(again).rejects.toThrow(/verdict_pkey/)
})

const FOREIGN: readonly [string, string][] = [
  [
    'an evaluation of another team’s benchmark',
    `INSERT INTO evaluation (id, team_id, name, benchmark_id, pool, spec, seed, replicates, questions, trials_total)
     SELECT $1, $2, name, benchmark_id, pool, spec, seed, replicates, questions, trials_total FROM evaluation`,
  ],
  [
    'a trial in another team’s evaluation',
    `INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base)
     SELECT $1, $2, evaluation_id, 1000, 0, 1000, 'q', 0 FROM trial LIMIT 1`,
  ],
  [
    'a sample in another team’s trial',
    `INSERT INTO sample (trial_id, index, team_id, evaluation_id, pool, queue_at, seed)
     SELECT trial_id, 900, $2, $1, pool, now(), 0 FROM sample LIMIT 1`,
  ],
  [
    'a question in another team’s benchmark',
    `INSERT INTO question (team_id, benchmark_id, position, question_id, question)
     SELECT $2, id, 1000, $1, 'x' FROM benchmark LIMIT 1`,
  ],
  [
    'a grade of another team’s question',
    `INSERT INTO answer_grade (team_id, benchmark_id, position, answer_key, grading_version, correct)
     SELECT $2, benchmark_id, position, $1, 1, true FROM question LIMIT 1`,
  ],
  [
    'a verdict on another team’s trial',
    `INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, reason)
     SELECT id, $1, 1, $2, evaluation_id, 1, 'budget' FROM trial LIMIT 1`,
  ],
  [
    'a call for another team’s sample',
    `INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state)
     SELECT trial_id, index, 'score', 1, $2, evaluation_id, $1, 'started' FROM sample LIMIT 1`,
  ],
  [
    'totals of another team’s evaluation',
    `INSERT INTO method_calls (team_id, evaluation_id, method_key, calls, resolved, correct)
     SELECT $2, id, $1, 1, 1, 1 FROM evaluation`,
  ],
]

it.each(FOREIGN)('refuses %s', async (_, statement) => {
  const db = database()
  await plannedSample(db)
  const stranger = await otherTeam(db)
  await expect(db.query(statement, [newId(), stranger])).rejects.toThrow(/violates foreign key constraint/)
  await expect(db.query(statement, [newId(), LOCAL_TEAM])).resolves.toBeDefined()
})

it('holds a sample to its states: an outcome when landed, a lease when leased', async () => {
  const db = database()
  const ref = await plannedSample(db)
  await claim(db, ref)
  const at = `WHERE trial_id = '${ref.trialId}' AND index = ${ref.index}`
  await expect(db.query(`UPDATE sample SET state = 'landed', lease_until = NULL ${at}`)).rejects.toThrow(/check/)
  await expect(db.query(`UPDATE sample SET state = 'pending' ${at}`)).rejects.toThrow(/check/)
  await expect(db.query(`UPDATE sample SET outcome = 'answer' ${at}`)).rejects.toThrow(/check/)
  await expect(db.query(`UPDATE sample SET state = 'pending', lease_until = NULL ${at}`)).resolves.toBeDefined()
})

const MOVES = [
  { from: 'pending', to: 'read', set: `outcome = 'answer'`, allowed: false },
  { from: 'leased', to: 'read', set: `outcome = 'answer', lease_until = NULL`, allowed: false },
  { from: 'landed', to: 'pending', set: 'outcome = NULL', allowed: false },
  { from: 'landed', to: 'leased', set: 'outcome = NULL, lease_until = now()', allowed: false },
  { from: 'read', to: 'landed', set: 'seed = seed', allowed: false },
  { from: 'read', to: 'pending', set: 'outcome = NULL', allowed: false },
  { from: 'read', to: 'leased', set: 'outcome = NULL, lease_until = now()', allowed: false },
  { from: 'landed', to: 'read', set: 'seed = seed', allowed: true },
  { from: 'leased', to: 'pending', set: 'lease_until = NULL', allowed: true },
]

it.each(MOVES)('lets a sample go from $from to $to (setting $set): $allowed', async ({ from, to, set, allowed }) => {
  const db = database()
  const ref = await plannedSample(db)
  const at = `WHERE trial_id = '${ref.trialId}' AND index = ${ref.index}`
  if (from !== 'pending') {
    const sample = await claim(db, ref)
    if (from !== 'leased') await landSample(db, sample, drawn('0'))
    if (from === 'read') await db.query(`UPDATE sample SET state = 'read' ${at}`)
  }
  const moved = db.query(`UPDATE sample SET state = '${to}', ${set} ${at}`)
  if (allowed) await expect(moved).resolves.toBeDefined()
  else await expect(moved).rejects.toThrow(`a sample may not go from ${from}`)
})

it('lets only a sample that could not be drawn be read and asked for again', async () => {
  const db = database()
  const ref = await plannedSample(db)
  await landSample(db, await claim(db, ref), drawn(null, { outcome: 'infra_error', error: 'reset' }))
  const at = `WHERE trial_id = '${ref.trialId}' AND index = ${ref.index}`
  await db.query(`UPDATE sample SET state = 'read' ${at}`)
  await db.query(`UPDATE sample SET state = 'pending', outcome = NULL ${at}`)
  expect(await select(db, `SELECT state FROM sample ${at}`)).toEqual([{ state: 'pending' }])
})

it.each([`outcome = 'no_answer'`, `raw_answer = 'x'`, 'fence = fence + 1', `finish_reason = 'length'`])(
  'refuses to change a landed sample: %s',
  async (set) => {
    const db = database()
    const ref = await plannedSample(db)
    await landSample(db, await claim(db, ref), drawn('0'))
    const changed = db.query(`UPDATE sample SET ${set} WHERE state = 'landed'`)
    await expect(changed).rejects.toThrow('sample is written once and never changed')
  },
)

it('never lets a fence go down, nor a sample’s seed or a call’s end change', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const sample = await claim(db, ref)
  await expect(db.query('UPDATE sample SET fence = fence - 1 WHERE fence > 0')).rejects.toThrow('may not go')
  await expect(db.query('UPDATE sample SET seed = seed + 1')).rejects.toThrow('never changed')
  await landSample(db, sample, drawn('0'))
  await expect(db.query(`UPDATE call_ledger SET state = 'started'`)).rejects.toThrow('may not go from settled')
  await expect(db.query(`UPDATE call_ledger SET state = 'discarded'`)).rejects.toThrow('may not go from settled')
})

it('grants nobody the change of a verdict, the owner included', async () => {
  const granted = await select<{ privilege: string }>(
    database(),
    `SELECT a.privilege_type AS privilege FROM pg_class c, aclexplode(c.relacl) a WHERE c.relname = 'verdict'`,
  )
  const names = granted.map(({ privilege }) => privilege)
  expect(names).toContain('INSERT')
  for (const change of ['UPDATE', 'DELETE', 'TRUNCATE']) expect(names).not.toContain(change)
})

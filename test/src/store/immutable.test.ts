import { landSample, LOCAL_TEAM, newId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  otherTeam,
  plannedSample,
  round,
  type SampleRef,
  select,
  submit,
} from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'
import { landAll } from '../support/landed-samples.js'

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
    `INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, outcome, landed_at)
     SELECT trial_id, 900, $2, $1, 'landed', 'answer', now() FROM call LIMIT 1`,
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
    'a call for another team’s trial',
    `INSERT INTO call (id, kind, team_id, evaluation_id, pool, trial_id, index, queue_at)
     SELECT $1, 'score', $2, evaluation_id, pool, trial_id, index, now() FROM call LIMIT 1`,
  ],
  [
    'an attempt at another team’s call',
    `INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, state, started_at)
     SELECT id, 1, $2, evaluation_id, $1, 'lost', now() FROM call LIMIT 1`,
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

it('holds a call to its states: a lease and who has it when leased', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const at = `WHERE id = '${ref.callId}'`
  await expect(db.query(`UPDATE call SET state = 'leased', lease_until = now() ${at}`)).rejects.toThrow(/call_claimed/)
  await claim(db, ref)
  await expect(db.query(`UPDATE call SET state = 'ended' ${at}`)).rejects.toThrow(/call_leased/)
  await expect(db.query(`UPDATE call SET state = 'pending' ${at}`)).rejects.toThrow(/call_leased/)
  await expect(db.query(`UPDATE call SET state = 'pending', lease_until = NULL ${at}`)).resolves.toBeDefined()
})

const KINDS = [
  { kind: 'draw', of: { trial_id: true, seed: true }, allowed: true },
  { kind: 'draw', of: { trial_id: true }, allowed: false },
  { kind: 'draw', of: { ranking_id: true, seed: true }, allowed: false },
  { kind: 'draw', of: { trial_id: true, ranking_id: true, seed: true }, allowed: false },
  { kind: 'score', of: { trial_id: true }, allowed: true },
  { kind: 'score', of: { trial_id: true, seed: true }, allowed: false },
  { kind: 'rank', of: { ranking_id: true, seed: true }, allowed: true },
  { kind: 'rank', of: { trial_id: true, seed: true }, allowed: false },
  { kind: 'rank', of: { seed: true }, allowed: false },
  { kind: 'translate', of: { trial_id: true, seed: true }, allowed: false },
] as const

it.each(KINDS)('lets a call of kind $kind be of $of: $allowed', async ({ kind, of, allowed }) => {
  const db = database()
  await plannedSample(db)
  await db.query(`INSERT INTO ranking (id, team_id, evaluation_id, method_key, replicate, batch, positions, seed)
                  SELECT gen_random_uuid(), team_id, id, 'dsc', 0, 0, '{0}', 0 FROM evaluation`)
  const columns = ['trial_id', 'ranking_id', 'seed'] as const
  const values = { trial_id: 't.id', ranking_id: 'r.id', seed: '1' }
  const made = db.query(
    `INSERT INTO call (id, kind, team_id, evaluation_id, pool, index, queue_at, ${columns.join(', ')})
     SELECT gen_random_uuid(), $1, t.team_id, t.evaluation_id, 'p', 900, now(),
            ${columns.map((column) => (column in of ? values[column] : 'NULL')).join(', ')}
     FROM trial t, ranking r LIMIT 1`,
    [kind],
  )
  if (allowed) await expect(made).resolves.toBeDefined()
  else await expect(made).rejects.toThrow('call_of_its_kind')
})

const MOVES = [
  { from: 'pending', to: 'ended', set: 'seed = seed', allowed: true },
  { from: 'leased', to: 'ended', set: 'lease_until = NULL', allowed: true },
  { from: 'leased', to: 'pending', set: 'lease_until = NULL', allowed: true },
  { from: 'ended', to: 'leased', set: 'lease_until = now()', allowed: false },
  { from: 'ended', to: 'pending', set: 'seed = seed', allowed: false },
]

it.each(MOVES)('lets a draw go from $from to $to: $allowed', async ({ from, to, set, allowed }) => {
  const db = database()
  const ref = await plannedSample(db)
  if (from !== 'pending') {
    const draw = await claim(db, ref)
    if (from === 'ended') await landSample(db, draw, drawn('0'))
  }
  const moved = db.query(`UPDATE call SET state = '${to}', ${set} WHERE id = '${ref.callId}'`)
  if (allowed) await expect(moved).resolves.toBeDefined()
  else await expect(moved).rejects.toThrow(/may not (go from ended|be made again)/)
})

it('keeps every sample, but one that could not be drawn and was read: that one may be drawn once more', async () => {
  const db = database()
  const given = await plannedSample(db)
  const kept = await plannedSample(db)
  await landSample(db, await claim(db, given), drawn(null, { outcome: 'infra_error', error: 'reset', body: null }))
  await landSample(db, await claim(db, kept), drawn('0', { body: null }))
  await expect(db.query('DELETE FROM sample')).rejects.toThrow('never changed')
  await db.query(`UPDATE sample SET state = 'read'`)
  await expect(db.query('DELETE FROM sample')).rejects.toThrow('never changed')
  await expect(db.query(`UPDATE sample SET state = 'landed'`)).rejects.toThrow('a sample may not go from read')
  const again = (ref: SampleRef) => db.query(`UPDATE call SET state = 'pending' WHERE id = '${ref.callId}'`)
  await expect(again(given)).rejects.toThrow('may not be made again')
  await db.query(`DELETE FROM sample WHERE outcome = 'infra_error'`)
  await expect(again(given)).resolves.toBeDefined()
  await expect(again(kept)).rejects.toThrow('may not be made again')
})

it.each([`outcome = 'no_answer'`, `raw_answer = 'x'`, 'seed = seed + 1', `finish_reason = 'length'`])(
  'refuses to change a landed sample: %s',
  async (set) => {
    const db = database()
    const ref = await plannedSample(db)
    await landSample(db, await claim(db, ref), drawn('0'))
    await expect(db.query(`UPDATE sample SET ${set}`)).rejects.toThrow('sample is written once and never changed')
  },
)

it('never lets a fence go down, nor a call’s seed or an attempt’s end change', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const sample = await claim(db, ref)
  await expect(db.query('UPDATE call SET fence = fence - 1 WHERE fence > 0')).rejects.toThrow('may not go')
  await expect(db.query('UPDATE call SET seed = seed + 1')).rejects.toThrow('never changed')
  await landSample(db, sample, drawn('0'))
  await expect(db.query(`UPDATE call_ledger SET state = 'lost'`)).rejects.toThrow('may not go from settled')
  await expect(db.query(`UPDATE call_ledger SET state = 'discarded'`)).rejects.toThrow('may not go from settled')
})

it('grants nobody the change of a verdict, the owner included, who alone erases those of deleted evaluations', async () => {
  const granted = await select<{ privilege: string; owner: boolean }>(
    database(),
    `SELECT a.privilege_type AS privilege, a.grantee = c.relowner AS owner
     FROM pg_class c, aclexplode(c.relacl) a WHERE c.relname = 'verdict'`,
  )
  const names = granted.map(({ privilege }) => privilege)
  expect(names).toContain('INSERT')
  for (const change of ['UPDATE', 'TRUNCATE']) expect(names).not.toContain(change)
  expect(granted.filter(({ privilege }) => privilege === 'DELETE')).toEqual([{ privilege: 'DELETE', owner: true }])
})

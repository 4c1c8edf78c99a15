import {
  cancelEvaluation,
  insertEvaluation,
  listEvaluations,
  type ListPlace,
  LOCAL_TEAM,
  selectEvaluationTotals,
  selectEvaluationVersion,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { newEvaluation, otherTeam, round, selectOne, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase(20)

it('makes one evaluation of twenty parallel submissions under one key', async () => {
  const db = database()
  const evaluation = await newEvaluation(db, { changes: { idempotency: { key: 'k', hash: 'h' } } })
  const all = await Promise.all(Array.from({ length: 20 }, () => insertEvaluation(db, LOCAL_TEAM, evaluation)))
  expect(all.filter(({ kind }) => kind === 'created')).toHaveLength(1)
  expect(all.filter(({ kind }) => kind === 'repeated')).toHaveLength(19)
  expect(new Set(all.map((inserted) => (inserted.kind === 'conflict' ? null : inserted.id)))).toHaveLength(1)
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM evaluation')).toEqual({ n: 1 })
})

it('refuses a key that was used with another body, for this team alone', async () => {
  const db = database()
  const first = await newEvaluation(db, { changes: { idempotency: { key: 'k', hash: 'h' } } })
  await insertEvaluation(db, LOCAL_TEAM, first)
  const other = { ...first, name: 'another', idempotency: { key: 'k', hash: 'other' } }
  expect(await insertEvaluation(db, LOCAL_TEAM, other)).toEqual({ kind: 'conflict' })
  const team = await otherTeam(db)
  const theirs = await newEvaluation(db, { team, changes: { idempotency: { key: 'k', hash: 'other' } } })
  expect((await insertEvaluation(db, team, theirs)).kind).toBe('created')
})

it('makes an evaluation of every submission without a key', async () => {
  const db = database()
  const evaluation = await newEvaluation(db)
  const all = await Promise.all(Array.from({ length: 5 }, () => insertEvaluation(db, LOCAL_TEAM, evaluation)))
  expect(new Set(all.map((inserted) => (inserted.kind === 'created' ? inserted.id : null)))).toHaveLength(5)
})

it('pages through a hundred and twenty evaluations, each once, newest first', async () => {
  const db = database()
  const evaluation = await newEvaluation(db)
  const made: string[] = []
  for (let i = 0; i < 120; i++) {
    const inserted = await insertEvaluation(db, LOCAL_TEAM, { ...evaluation, name: `e ${i}` })
    if (inserted.kind === 'created') made.push(inserted.id)
  }
  const seen: string[] = []
  const sizes: number[] = []
  for (let after: ListPlace | null = null; ;) {
    const page: Awaited<ReturnType<typeof listEvaluations>> = await listEvaluations(db, LOCAL_TEAM, { after })
    seen.push(...page.evaluations.map(({ summary }) => summary.id))
    sizes.push(page.evaluations.length)
    if (page.next === null) break
    after = page.next
  }
  expect(sizes).toEqual([50, 50, 20])
  expect(seen).toEqual(made.toSorted().toReversed())
})

it('ends an evaluation once when it is cancelled again, touching no sample', async () => {
  const db = database()
  const id = await submit(db)
  await round(db, id)
  const at = () => selectOne(db, 'SELECT status, reason, version, finished_at FROM evaluation WHERE id = $1', [id])
  const statuses = await Promise.all(Array.from({ length: 5 }, () => cancelEvaluation(db, LOCAL_TEAM, id)))
  expect(statuses).toEqual(Array.from({ length: 5 }, () => 'cancelled'))
  const ended = await at()
  expect(ended).toMatchObject({ status: 'cancelled', version: 2, finished_at: expect.any(Date) })
  await cancelEvaluation(db, LOCAL_TEAM, id)
  expect(await at()).toEqual(ended)
  expect(await selectOne(db, `SELECT count(*)::int AS n FROM call WHERE state = 'pending'`)).toEqual({ n: 4 })
})

it('shows another team’s evaluation to nobody, and lets nobody end it', async () => {
  const db = database()
  const id = await submit(db)
  const stranger = await otherTeam(db)
  expect(await selectEvaluationTotals(db, stranger, id)).toBeNull()
  expect(await selectEvaluationVersion(db, stranger, id)).toBeNull()
  expect(await listEvaluations(db, stranger)).toEqual({ evaluations: [], next: null })
  expect(await cancelEvaluation(db, stranger, id)).toBeNull()
  expect(await selectEvaluationVersion(db, LOCAL_TEAM, id)).toEqual({ version: 0, status: 'running' })
})

import { createHash } from 'node:crypto'
import { findBenchmark, listBenchmarks, LOCAL_TEAM, saveBenchmark } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { benchmark, otherTeam, questions, select, selectOne, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

it('stores the same content once, however often and however parallel it comes', async () => {
  const db = database()
  const views = await Promise.all(Array.from({ length: 6 }, () => saveBenchmark(db, LOCAL_TEAM, benchmark())))
  expect(new Set(views.map((view) => JSON.stringify(view)))).toHaveLength(1)
  expect(await select(db, 'SELECT position, question_id FROM question ORDER BY position')).toEqual([
    { position: 0, question_id: 'q-0' },
    { position: 1, question_id: 'q-1' },
  ])
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM benchmark')).toEqual({ n: 1 })
})

it('names a revision by the hash of what is asked', async () => {
  const db = database()
  const one = benchmark({ questions: [{ id: 'a', question: '“?”', answer: 'A', choices: ['x', 'y'] }] })
  const view = await saveBenchmark(db, LOCAL_TEAM, one)
  const content = JSON.stringify(['{question}', 'text', [['a', '“?”', 'A', ['x', 'y']]]])
  expect(view.revision).toBe(createHash('sha256').update(content).digest('hex'))
  expect(await selectOne(db, 'SELECT choices FROM question')).toEqual({ choices: ['x', 'y'] })
})

it('makes a new revision of other content, and leaves evaluations with the one they were made with', async () => {
  const db = database()
  const id = await submit(db)
  const first = await findBenchmark(db, LOCAL_TEAM, { name: 'numbers' })
  const changes = [
    { questions: questions(3) },
    { template: 'Think. {question}' },
    { answerKind: 'math' as const },
    { questions: [{ id: 'q-0', question: 'Which number is 0?', answer: 'zero' }] },
  ]
  const revisions = [first?.view.revision]
  for (const change of changes) revisions.push((await saveBenchmark(db, LOCAL_TEAM, benchmark(change))).revision)
  expect(new Set(revisions)).toHaveLength(5)
  expect(await listBenchmarks(db, LOCAL_TEAM)).toEqual([expect.objectContaining({ revision: revisions.at(-1) })])
  expect(await selectOne(db, 'SELECT benchmark_id AS id FROM evaluation WHERE id = $1', [id])).toEqual({
    id: first?.id,
  })
  const named = { name: 'numbers', revision: revisions[0] ?? '' }
  expect(await findBenchmark(db, LOCAL_TEAM, named)).toEqual(first)
})

it('imports 10,000 questions in a few seconds, each with its reference answer and no choices where there are none', async () => {
  const db = database()
  const before = performance.now()
  const view = await saveBenchmark(db, LOCAL_TEAM, benchmark({ questions: questions(10_000) }))
  expect(performance.now() - before).toBeLessThan(10_000)
  expect(view.questions).toBe(10_000)
  const stored = await selectOne(
    db,
    `SELECT count(*)::int AS n, count(DISTINCT question_id)::int AS ids, count(choices)::int AS choices,
            count(*) FILTER (WHERE g.answer = q.position::text)::int AS answers
     FROM question q JOIN gold g USING (benchmark_id, position)`,
  )
  expect(stored).toEqual({ n: 10_000, ids: 10_000, choices: 0, answers: 10_000 })
})

it('stores nothing of a benchmark it cannot store whole', async () => {
  const db = database()
  const twice = benchmark({ questions: [...questions(3), ...questions(1)] })
  await expect(saveBenchmark(db, LOCAL_TEAM, twice)).rejects.toThrow(/question/)
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM benchmark')).toEqual({ n: 0 })
})

it('keeps the benchmarks of teams apart, those of one name too', async () => {
  const db = database()
  const stranger = await otherTeam(db)
  await saveBenchmark(db, LOCAL_TEAM, benchmark())
  expect(await findBenchmark(db, stranger, { name: 'numbers' })).toBeNull()
  expect(await listBenchmarks(db, stranger)).toEqual([])
  const theirs = await saveBenchmark(db, stranger, benchmark({ title: 'Theirs' }))
  expect(theirs.title).toBe('Theirs')
  expect(await listBenchmarks(db, LOCAL_TEAM)).toEqual([expect.objectContaining({ title: 'Numbers' })])
})

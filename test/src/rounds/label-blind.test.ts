import { expect, it } from 'vitest'
import { questions, select, selectOne, submit } from '../support/evaluation-rows.js'
import { withEveryRule } from '../support/every-rule.js'
import { useDatabase } from '../support/databases.js'
import { countSamples, runAlone } from './run-alone.js'

const database = useDatabase(8)

it('is blind to labels: other reference answers change what is correct, and no call, verdict or digest', async () => {
  const db = database()
  const shape = {
    methods: [
      'asc-dirichlet:threshold=0.8@5',
      'dsc:easyRun=4,preSamples=2,predictFrom=4@5',
      'cges:confidence=rm,gamma=0.9@5',
      'cges:confidence=mars,gamma=0.9@5',
      'beacon:cost=0.05@5',
      'sc@4',
      'esc:window=2@4',
      'asc-beta@5',
      'cges:confidence=lns-arith,gamma=0.9@5',
      'cges:confidence=lns-arith,gamma=0.9,map=-0.8;1.6@5',
      'cges:confidence=constant,gamma=0.9@5',
      'asc-beta:calibrate=12,certified=0.2/0.1@5',
      'voi:kappa=0.02@5',
      'majority:alpha=0.3@5',
      'mmc:alpha=0.3@5',
      'asc-beta:abstainBelow=0.7@5',
      'cite:alpha=0.3@5',
      'bayes:delta=0.2,easy=0.1@5',
      'bayes-shapes:delta=0.2,shapes=9x1/5x6-1/3x3-2-1@5',
      'doubling@5',
      'reasc:confidence=lns-arith,gate=0.9,mean=0.7,spread=0.1@5',
      'reasc:confidence=self-certainty-b10-window,gate=0.6,mean=0.4,spread=0.1@5',
      'cisc:confidence=lns-arith@5',
      'cite-weighted:alpha=0.4,confidence=lns-arith@5',
      'beacon:confidence=lns-arith,cost=0.05@5',
      'deepconf:keep=0.8,threshold=0.95,warmUps=3,window=4@8',
      'fixed-total:totalCalls=50@5',
      'blend-asc:totalCalls=60@5',
    ],
    benchmark: { name: 'blind', questions: questions(20) },
  }
  const spec = { ...shape, methods: withEveryRule(shape.methods, 5) }
  const outcome = async () => {
    const id = await submit(db, spec)
    const ended = await runAlone(db, id)
    const calls = await select(
      db,
      'SELECT method_key, calls, resolved FROM method_calls WHERE evaluation_id = $1 ORDER BY 1, 2',
      [id],
    )
    const right = await selectOne<{ n: number }>(
      db,
      'SELECT sum(correct)::int AS n FROM method_calls WHERE evaluation_id = $1',
      [id],
    )
    const { early } = await selectOne<{ early: number }>(
      db,
      `SELECT count(*)::int AS early FROM sample WHERE evaluation_id = $1 AND outcome = 'ended_early'`,
      [id],
    )
    return { seen: { ended, calls, early, samples: await countSamples(db, id) }, right: right.n }
  }
  const before = await outcome()
  await db.query(`UPDATE gold g SET (answer, answer_key) =
    (SELECT o.answer, o.answer_key FROM gold o WHERE o.benchmark_id = g.benchmark_id AND o.position = (g.position + 7) % 20)`)
  await db.query('DELETE FROM answer_grade')
  const after = await outcome()
  expect(before.seen.ended.digest).toMatch(/^[0-9a-f]{64}$/)
  expect(before.seen.early).toBeGreaterThan(3)
  expect(after.seen).toEqual(before.seen)
  expect(after.right).not.toBe(before.right)
})

import { GRADING_VERSION } from '@cges-fleet/answers'
import type { Until } from '@cges-fleet/core'
import {
  type ClaimedDraw,
  type DataSource,
  type DrawnSample,
  extendEvaluation,
  landSample,
  LOCAL_TEAM,
  requestRegrade,
  retryEvaluation,
  selectEvaluationTotals,
} from '@cges-fleet/db'
import { methodKey, seededRandom } from '@cges-fleet/methods'
import { seenByOutcomes, untilState } from '@cges-fleet/statistics'
import { afterEach, expect, it } from 'vitest'
import { claim, drawn, method, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

afterEach(() => database().query('DELETE FROM worker'))

const METHODS = ['sc@3', 'asc-beta@3', 'sc@1']
const QUESTIONS = 160

/** Up to 2 % of runs raise the alarm without a fault, by the evaluation's id, and then do not end early. */
const AGAIN = { retry: 2 }

/** Right in three of four, by the sample's own seed. */
function answerTo({ seed, question }: ClaimedDraw): DrawnSample {
  const isRight = (Math.imul(seed % 1_000_003, 2_654_435_761) >>> 8) % 4 > 0
  return drawn(isRight ? question.replaceAll(/\D/gu, '') : 'wrong')
}

/** Lands about half of what is pending, in an order by chance; returns how many were. */
async function landSome(db: DataSource, id: string, random: () => number, broken: string | null): Promise<number> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT k.id AS "callId" FROM call k JOIN trial t ON t.id = k.trial_id
     WHERE k.evaluation_id = $1 AND k.state = 'pending' ORDER BY t.ordinal, k.index`,
    [id],
  )
  for (const ref of pending.filter(() => random() < 0.5)) {
    const draw = await claim(db, ref)
    const fails = broken !== null && draw.question.includes(broken)
    const sample = fails ? drawn(null, { outcome: 'infra_error', body: null }) : answerTo(draw)
    await landSample(db, { ...draw, gpuMs: 10 }, sample)
  }
  return pending.length
}

interface Seen {
  readonly status: string
  readonly isDecided: boolean
  readonly begun: number
  /** Ever planned. */
  readonly calls: number
}

/** Runs rounds until it has ended; returns how it stood after each. */
async function follow(db: DataSource, id: string, broken: string | null = null): Promise<Seen[]> {
  const { next } = seededRandom(`until ${broken}`)
  const seen: Seen[] = []
  for (let rounds = 0; rounds < 500; rounds += 1) {
    await round(db, id)
    const now = await selectOne<Seen>(db, STANDS, [id])
    seen.push(now)
    if (now.status !== 'running') return seen
    await landSome(db, id, next, broken)
  }
  throw new Error('it has not ended')
}

const STANDS = `
SELECT status, decided IS NOT NULL AS "isDecided",
       (SELECT count(*)::int FROM trial WHERE evaluation_id = e.id AND requested > 0) AS begun,
       (SELECT count(*)::int FROM call WHERE evaluation_id = e.id) AS calls
FROM evaluation e WHERE id = $1`

/** What lists are sorted by, and what is shown there: the most accurate method on the closed prefix. */
const BEST = `SELECT best_method AS key, best_accuracy AS accuracy, best_calls AS calls, best_trials AS trials FROM evaluation WHERE id = $1`
const LEADER = `
SELECT method_key AS key, sum(correct)::float8 / sum(resolved) AS accuracy, sum(calls * resolved)::float8 / sum(resolved) AS calls,
       sum(resolved)::int AS trials
FROM live_figures WHERE evaluation_id = $1 GROUP BY 1 ORDER BY 2 DESC, 3, 1 LIMIT 1`

const WAITING = `SELECT id AS "callId" FROM call WHERE evaluation_id = $1 AND live AND state = 'pending' ORDER BY index`

const END = `
SELECT e.status, e.reason, e.decided, e.closed_prefix AS prefix, e.trials_closed AS closed, e.trials_blocked AS blocked,
       e.digest, e.finished_at IS NOT NULL AS "hasEnded",
       (SELECT count(*)::int FROM trial WHERE evaluation_id = e.id AND state = 'open' AND requested > 0) AS open,
       (SELECT count(*)::int FROM call k WHERE k.evaluation_id = e.id AND live) AS live
FROM evaluation e WHERE id = $1`

/** How the first trials went, from their verdicts and the reference answers alone. */
const RECOUNT = `
SELECT outcomes, count(*)::int AS trials FROM (
  SELECT t.ordinal, string_agg(CASE WHEN v.trial_id IS NULL THEN '2' WHEN v.answer_key = g.answer_key THEN '1' ELSE '0' END,
                               '' ORDER BY m.place) AS outcomes
  FROM trial t
  CROSS JOIN unnest($3::text[]) WITH ORDINALITY m(key, place)
  LEFT JOIN verdict v ON v.trial_id = t.id AND v.method_key = m.key
  JOIN evaluation e ON e.id = t.evaluation_id
  JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
  WHERE t.evaluation_id = $1 AND t.ordinal < $2 GROUP BY 1
) went GROUP BY 1 ORDER BY 1`

const STORED = `SELECT outcomes, trials FROM prefix_outcome WHERE evaluation_id = $1 ORDER BY 1`

const KEYS = METHODS.map((text) => methodKey(method(text)))
const NARROW: Until = { kind: 'accuracy', width: 0.35, atLeast: 30 }
const KEEPS_UP: Until = { kind: 'decided', baseline: 'sc@3', margin: 0.3, atLeast: 30 }

const submitted = (db: DataSource, until: Until | undefined, changes = {}) =>
  submit(db, { methods: METHODS, benchmark: { questions: questions(QUESTIONS) }, changes: { until, ...changes } })

const verdictsOf = (db: DataSource, id: string) =>
  select<{ verdict: string }>(
    db,
    `SELECT concat_ws(' ', t.question_id, v.method_key, v.calls, v.answer_key, v.reason) AS verdict
     FROM verdict v JOIN trial t ON t.id = v.trial_id WHERE v.evaluation_id = $1 ORDER BY 1`,
    [id],
  ).then((rows) => rows.map(({ verdict }) => verdict))

it(
  'ends once its result is sure, draws nothing that it does not need, and goes on to the same end when extended',
  AGAIN,
  async () => {
    const db = database()
    const id = await submitted(db, NARROW)
    const seen = await follow(db, id)
    // The round that decides begins no question either, and is the last.
    const [before, last] = seen.slice(-2)
    expect([before, last]).toMatchObject([{ isDecided: false }, { isDecided: true, status: 'decided' }])
    expect([last?.begun, last?.calls]).toEqual([before?.begun, before?.calls])
    const end = await selectOne<{ prefix: number; closed: number; live: number; decided: { closed: number } }>(
      db,
      END,
      [id],
    )
    expect(end).toMatchObject({
      status: 'decided',
      hasEnded: true,
      digest: null,
      reason: { kind: 'decided', counts: { closed: end.prefix, trials: QUESTIONS } },
      decided: { holds: true, closed: end.prefix },
    })
    expect(end.prefix).toBeGreaterThanOrEqual(NARROW.atLeast)
    expect(end.closed).toBeGreaterThanOrEqual(end.prefix)
    expect(end.closed).toBeLessThan(QUESTIONS)
    const waiting = await select<{ callId: string }>(db, WAITING, [id])
    expect(waiting.length).toBeGreaterThan(0)
    await expect(claim(db, waiting[0] ?? { callId: '' })).rejects.toThrow()
    await round(db, id)
    expect(await selectOne(db, STANDS, [id])).toEqual(last)
    expect(await selectOne(db, BEST, [id])).toEqual(await selectOne(db, LEADER, [id]))
    const early = await verdictsOf(db, id)

    expect(await extendEvaluation(db, LOCAL_TEAM, { id, methods: [], caps: {} })).toEqual({ kind: 'extended' })
    expect((await follow(db, id)).at(-1)?.status).toBe('done')
    const whole = await submitted(db, undefined, { name: 'all questions' })
    await follow(db, whole)
    const all = await verdictsOf(db, whole)
    expect(await verdictsOf(db, id)).toEqual(all)
    expect(all).toEqual(expect.arrayContaining(early))
    const digests = await select(db, 'SELECT digest FROM evaluation WHERE id = ANY ($1)', [[id, whole]])
    expect(digests[0]).toEqual(digests[1])
  },
)

it('decides by what a recount of its verdicts decides, failed questions both ways', AGAIN, async () => {
  const db = database()
  const id = await submitted(db, KEEPS_UP)
  await follow(db, id, ' 1?')
  const { prefix, blocked, decided } = await selectOne<{
    prefix: number
    blocked: number
    decided: { closed: number }
  }>(db, END, [id])
  const recount = (closed: number) => select<{ outcomes: string; trials: number }>(db, RECOUNT, [id, closed, KEYS])
  expect(await select(db, STORED, [id])).toEqual(await recount(prefix))
  const look = untilState(KEEPS_UP, seenByOutcomes(KEYS, await recount(decided.closed), QUESTIONS))
  expect(decided).toEqual(look)
  const fewer = untilState(KEEPS_UP, seenByOutcomes(KEYS, await recount(KEEPS_UP.atLeast - 1), QUESTIONS))
  expect(fewer.holds).toBe(false)
  const first = await selectOne<{ ordinal: number }>(
    db,
    `SELECT ordinal FROM trial WHERE evaluation_id = $1 AND question_id = (SELECT question_id FROM question q
       JOIN evaluation e ON e.benchmark_id = q.benchmark_id AND e.id = $1 WHERE q.question LIKE '% 1?%' LIMIT 1)`,
    [id],
  )
  // It may have failed beyond the prefix, too: nothing waits for that.
  expect(blocked).toBeGreaterThanOrEqual(first.ordinal < prefix ? 1 : 0)
})

it('runs on once failed questions are retried, and looks again', AGAIN, async () => {
  const db = database()
  const id = await submitted(db, { ...NARROW, atLeast: QUESTIONS - 1 }, { seed: 3 })
  await follow(db, id, ' 1?')
  const before = await selectOne<{ blocked: number; status: string }>(db, END, [id])
  expect(before).toMatchObject({ blocked: 1 })
  await retryEvaluation(db, LOCAL_TEAM, id)
  expect(await selectOne(db, END, [id])).toMatchObject({ status: 'running', decided: null, prefix: 0, hasEnded: false })
  expect(await select(db, STORED, [id])).toEqual([])
  expect((await follow(db, id)).at(-1)?.status).toMatch(/^(done|decided)$/)
})

it('is not ended by samples that are unlike, nor once replicates are added', async () => {
  const db = database()
  const id = await submitted(db, NARROW)
  const { next } = seededRandom('alarm')
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await round(db, id)
    await landSome(db, id, next, null)
  }
  const { prefix } = await selectOne<{ prefix: number }>(db, END, [id])
  expect(prefix).toBeGreaterThan(0)
  await db.query(
    `UPDATE evaluation SET homogeneity = '{"alarm": {"kind": "server", "server": null, "at": 1}, "servers": []}' WHERE id = $1`,
    [id],
  )
  expect((await follow(db, id)).at(-1)).toMatchObject({ status: 'done', isDecided: false })

  const twice = await submitted(db, NARROW, { name: 'twice', questions: 60 })
  await round(db, twice)
  await extendEvaluation(db, LOCAL_TEAM, { id: twice, methods: [], replicates: 2, caps: {} })
  expect((await follow(db, twice)).at(-1)).toMatchObject({ status: 'done', isDecided: false })
})

it('counts its closed questions anew where they are graded again, and keeps what it decided', async () => {
  const db = database()
  const id = await submitted(db, NARROW, { seed: 11 })
  expect((await follow(db, id)).at(-1)?.status).toBe('decided')
  const before = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  expect(await requestRegrade(db, LOCAL_TEAM, id, GRADING_VERSION + 1)).toEqual({ kind: 'asked' })
  await round(db, id)
  const after = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  expect(after?.stored.gradingVersion).toBe(GRADING_VERSION + 1)
  expect(after?.closedPrefix).toBe(before?.closedPrefix)
  expect(after?.prefixTotals.toSorted(byMethod)).toEqual(before?.prefixTotals.toSorted(byMethod))
  expect(after?.decided?.closed).toBe(before?.closedPrefix)
  expect(after?.summary.status).toBe('decided')
})

const byMethod = (a: { methodKey: string; calls: number }, b: { methodKey: string; calls: number }) =>
  a.methodKey < b.methodKey ? -1 : a.methodKey > b.methodKey ? 1 : a.calls - b.calls

import { EvaluationStatistics, type MethodCurve, QuestionView } from '@cges-fleet/core'
import { ExtendEvaluation, GetQuestion, GetStatistics, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { replayStored } from './replay-stored.js'
import { TestFleet } from './test-fleet.js'

const DEEPCONF = 'deepconf:keep=0.7,threshold=0.999,warmUps=6,window=8@12'
const OTHER = 'deepconf:keep=0.8,threshold=0.99,warmUps=3,window=8@12'
const QUESTIONS = 20

let fleet: TestFleet | undefined

afterEach(async () => fleet?.stop())

// Slow enough for answers to come in pieces.
const started = async (workers: number) =>
  (fleet = await TestFleet.start({ redis: null, workers, concurrency: 8, timeScale: 0.1, leaseMs: 2000 }))

const run = async (on: TestFleet, methods: string[]) =>
  on.ended((await on.submit({ methods, questions: QUESTIONS })).id)

async function extended(on: TestFleet, id: string, methods: string[]): Promise<{ status: number; text: string }> {
  const response = await fetch(`${on.api}${pathOf(ExtendEvaluation, { path: { id } })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ methods }),
  })
  return { status: response.status, text: await response.text() }
}

interface Early {
  readonly early: number
  readonly answered: number
  /** Ended anywhere but where their confidence last fell, or with an answer. */
  readonly odd: number
  readonly settled: number
  readonly attempts: number
}

const earlyOf = async (on: TestFleet, id: string) =>
  (
    await on.sql<Early>(
      `SELECT count(*) FILTER (WHERE s.outcome = 'ended_early')::int AS early,
              count(*) FILTER (WHERE s.answer_key IS NOT NULL)::int AS answered,
              count(*) FILTER (WHERE s.outcome = 'ended_early' AND (s.answer_key IS NOT NULL
                OR (s.minima -> '8' -> -1 ->> 0)::int IS DISTINCT FROM s.completion_tokens))::int AS odd,
              sum(l.settled)::int AS settled, sum(l.attempts)::int AS attempts
       FROM sample s JOIN call k ON k.trial_id = s.trial_id AND k.index = s.index AND k.kind = 'draw'
       CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE state = 'settled') AS settled, count(*) AS attempts
                           FROM call_ledger WHERE call_id = k.id) l
       WHERE s.evaluation_id = $1`,
      [id],
    )
  )[0]

const ascending = (a: number | null, b: number | null) => (a ?? NaN) - (b ?? NaN)

/** Its questions as their pages have them, in their order. */
async function questionsOf(on: TestFleet, id: string): Promise<QuestionView[]> {
  const views: QuestionView[] = []
  for (let position = 0; position < QUESTIONS; position += 1) {
    const response = await fetch(`${on.api}${pathOf(GetQuestion, { path: { id, position: `${position}` } })}`)
    views.push(QuestionView.parse(await response.json()))
  }
  return views
}

/** The curve of its first method: its figures by threshold. */
async function curveOf(on: TestFleet, id: string): Promise<MethodCurve> {
  const response = await fetch(`${on.api}${pathOf(GetStatistics, { path: { id } })}`)
  const { final } = EvaluationStatistics.parse(await response.json())
  const [curve] = final?.curves ?? []
  if (curve === undefined) throw new Error(`no curve of ${id}`)
  return curve
}

async function generated(on: TestFleet): Promise<number> {
  const metrics = await Promise.all(
    on.simulators.map(async ({ listening }) => (await fetch(`${listening}/metrics`)).text()),
  )
  return metrics.reduce(
    (sum, text) => sum + Number(/^vllm:generation_tokens_total\S* (\S+)$/mu.exec(text)?.[1] ?? NaN),
    0,
  )
}

it('ends answers below the bar of every method that needs them, on the server too, and decides as on whole ones', async () => {
  const on = await started(2)
  const alone = await run(on, [DEEPCONF])
  expect(alone).toMatchObject({ status: 'done', trials: { blocked: 0 } })
  const cost = await generated(on)
  const ended = await earlyOf(on, alone.id)
  expect(ended).toMatchObject({ odd: 0, settled: alone.samples.drawn, attempts: alone.samples.drawn })
  expect(ended?.early).toBeGreaterThan(5)
  expect((await replayStored(on, alone.id)).digest).toMatchObject({ digest: alone.digest, isVerified: true })

  const views = await questionsOf(on, alone.id)
  const lowest = await on.sql<{ lowest: number }>(
    `SELECT (s.minima -> '8' -> -1 ->> 1)::float8 AS lowest FROM sample s JOIN trial t ON t.id = s.trial_id
     WHERE s.evaluation_id = $1 ORDER BY t.position, s.index`,
    [alone.id],
  )
  expect(views.flatMap(({ samples }) => samples.map(({ lowestGroups }) => lowestGroups?.['8']))).toEqual(
    lowest.map((row) => row.lowest),
  )
  const tokensReported = views.reduce((sum, { verdicts }) => sum + (verdicts[0]?.tokens ?? NaN), 0)
  expect(tokensReported / QUESTIONS).toBeCloseTo(alone.methods[0]?.tokens ?? NaN, 9)

  const together = await run(on, [DEEPCONF, 'sc@12'])
  expect(await earlyOf(on, together.id)).toMatchObject({ early: 0 })
  const cut = await curveOf(on, alone.id)
  const full = await curveOf(on, together.id)
  for (const { missing, own, points } of [cut, full]) {
    const { calls, tokens } = alone.methods[0] ?? {}
    expect(missing).toBeNull()
    expect(points.find(({ at }) => at === own)).toMatchObject({ calls, tokens: expect.closeTo(tokens ?? NaN, 9) })
  }
  // What the whole budget takes is not known where answers were ended.
  expect([cut.areaByTokens, full.areaByTokens?.value]).toEqual([null, expect.any(Number)])
  expect(full.points.map(({ tokens }) => tokens)).toEqual(full.points.map(({ tokens }) => tokens).toSorted(ascending))
  expect(together.methods[0]?.tokens).toBe(alone.methods[0]?.tokens)
  expect(together.methods[0]?.calls).toBe(alone.methods[0]?.calls)
  const whole = await on.sql<{ n: number }>(
    `SELECT sum(s.completion_tokens)::int AS n FROM sample s JOIN verdict v USING (trial_id)
     WHERE s.evaluation_id = $1 AND v.method_key LIKE 'deepconf%' AND s.index < v.calls`,
    [together.id],
  )
  const charged = (alone.methods[0]?.tokens ?? NaN) * QUESTIONS
  expect(charged).toBeLessThan(0.98 * (whole[0]?.n ?? NaN))
  // What is charged was generated, and little more: up to where the server noticed that nobody reads on.
  expect(cost).toBeGreaterThanOrEqual(Math.round(charged))
  expect(cost).toBeLessThan(whole[0]?.n ?? NaN)
})

it.skipIf(!IS_AT_LENGTH)(
  `decides the same when a worker dies amid its answers, and when methods were added later${LONGER}`,
  async () => {
    const on = await started(2)
    const calm = await run(on, [DEEPCONF, OTHER])
    const id = (await on.submit({ methods: [DEEPCONF, OTHER], questions: QUESTIONS })).id
    await on.until(id, ({ samples }) => samples.drawn > 60)
    await on.workers[0]?.kill('SIGKILL')
    const struck = await on.ended(id)
    expect([struck.digest, struck.methods.map(({ tokens }) => tokens)]).toEqual([
      calm.digest,
      calm.methods.map(({ tokens }) => tokens),
    ])
    expect((await earlyOf(on, id))?.early).toBeGreaterThan(0)

    expect(await extended(on, id, ['sc@12'])).toEqual({
      status: 400,
      text: expect.stringContaining('may have cut answers that others need whole'),
    })
    const plain = await run(on, ['sc@12'])
    expect(await extended(on, plain.id, [DEEPCONF])).toEqual({
      status: 400,
      text: expect.stringContaining('have no confidence over 8 tokens'),
    })
    const whole = await run(on, ['sc@12', DEEPCONF])
    expect((await extended(on, whole.id, [OTHER, 'asc-beta@12'])).status).toBe(200)
    const later = await on.ended(whole.id)
    const atOnce = await run(on, ['sc@12', DEEPCONF, OTHER, 'asc-beta@12'])
    expect(later.digest).toBe(atOnce.digest)
    expect(later.methods.map(({ key, tokens }) => [key, tokens])).toEqual(
      atOnce.methods.map(({ key, tokens }) => [key, tokens]),
    )
  },
)

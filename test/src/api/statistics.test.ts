import { EvaluationStatistics, type TrialEndings } from '@cges-fleet/core'
import { CancelEvaluation, pathOf, GetStatistics } from '@cges-fleet/core/contract'
import type { ClaimedDraw } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { type Api, useApi } from './use-api.js'

const api = useApi()

const METHODS = ['sc@4', 'esc:window=2@4', 'cges:confidence=lns-arith,gamma=0.9@4']

/** A model whose answers depend on the seed alone: right, wrong in one of two ways, cut off, or none. */
function model({ seed, question }: ClaimedDraw) {
  const digits = question.replaceAll(/\D/g, '')
  const signals = { 'lns-arith': 0.55 + (seed % 9) / 20 }
  if (digits === '3') return drawn(null, { outcome: 'truncated', signals: null })
  if (seed % 7 === 0) return drawn(null)
  return drawn(seed % 3 === 0 ? `wrong ${seed % 2}` : digits, { signals, completionTokens: 10 + (seed % 5) })
}

async function finished(name: string, replicates: number, rounds = 60): Promise<string> {
  const { db } = api()
  const id = await submit(db, {
    methods: METHODS,
    benchmark: { name, questions: questions(12) },
    changes: { replicates },
  })
  for (let count = 0; count < rounds; count += 1) {
    await round(db, id)
    if ((await landAll(db, model)) === 0) break
  }
  return id
}

async function statisticsOf(id: string, query = ''): Promise<EvaluationStatistics> {
  const { body, status, text } = await api().get(`${pathOf(GetStatistics, { path: { id } })}${query}`)
  if (status !== 200) throw new Error(text)
  return EvaluationStatistics.parse(body)
}

it('does not doubt how the answers of a simulator were read', async () => {
  const { db } = api()
  const id = await submit(db, { methods: ['sc@4'], benchmark: { name: 'invented', questions: questions(12) } })
  await round(db, id)
  await landAll(db, ({ question }) => drawn(question.replaceAll(/\D/g, ''), { answerTier: 'last' }))
  await round(db, id)
  const { tiers, warnings } = (await statisticsOf(id)).samples.readings
  expect(tiers.find(({ tier }) => tier === 'last')?.share).toBe(1)
  expect(warnings).toEqual([])
})

it.each([1, 3])('agrees with a recount of the rows, with %i replicates', async (replicates) => {
  const id = await finished(`numbers-${replicates}`, replicates)
  const { final, interim, samples } = await statisticsOf(id)
  expect(interim).toBeNull()
  expect(samples.outcomes).toEqual(await recountOutcomes(api(), id))
  for (const method of final?.methods ?? []) {
    const { endings, accuracy, calls, tokens } = method
    const counted = await recountMethod(api(), id, method.key)
    expect(endings).toEqual(counted.endings)
    expect(endings.truncated).toBe(replicates)
    expect([accuracy.graded?.n, accuracy.completed?.n]).toEqual([12 * replicates, counted.answered])
    expect(accuracy.graded?.value).toBeCloseTo(counted.endings.correct / (12 * replicates), 12)
    expect(calls?.value).toBeCloseTo(counted.calls, 12)
    expect(tokens?.value).toBeCloseTo(counted.tokens, 12)
    expect(method.replicates === null).toBe(replicates === 1)
  }
  const [sc, ...others] = final?.methods ?? []
  expect(sc?.comparison).toBeNull()
  for (const { key, comparison } of others) {
    expect(comparison).toMatchObject({ baseline: 'sc@4', trials: 12 * replicates, ...(await wins(api(), id, key)) })
    expect(comparison?.calls.value).toBeLessThan(0)
    expect(comparison?.gpuSeconds).not.toBeNull()
  }
  expect(final?.subsets).toMatchObject({ samples: 4, trials: 12 * replicates })
  expect(final?.signals.map(({ signal }) => signal)).toContain('lns-arith')
  expect(final?.curves.map(({ key }) => key)).toEqual(final?.methods.map(({ key }) => key))
  for (const [place, { own, points, missing, left }] of final?.curves.entries() ?? []) {
    const method = final?.methods[place]
    const point = points.find(({ at }) => at === own)
    expect([missing, left, point?.calls, point?.accuracy]).toEqual([
      null,
      0,
      method?.calls?.value,
      method?.accuracy.graded?.value,
    ])
  }
})

it('compares with the baseline one asks for, and refuses one that is not there', async () => {
  const id = await finished('baselines', 1)
  const { final } = await statisticsOf(id, '?baseline=esc')
  expect(final?.methods.map(({ comparison }) => comparison?.baseline ?? null)).toEqual([
    'esc:answerFrom=plurality,window=2@4',
    null,
    'esc:answerFrom=plurality,window=2@4',
  ])
  expect(await api().get(`${pathOf(GetStatistics, { path: { id } })}?baseline=dsc`)).toMatchObject({ status: 400 })
  expect(
    await api().get(pathOf(GetStatistics, { path: { id: '019ab000-0000-7000-8000-000000000000' } })),
  ).toMatchObject({
    status: 404,
  })
})

it('computes the same data once, however many ask and whatever is noted of it, and new data anew', async () => {
  const { db } = api()
  const id = await finished('asked-often', 1)
  const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => statisticsOf(id)))
  await db.query(`DELETE FROM call_ledger WHERE evaluation_id = $1`, [id])
  for (const other of [...others, await statisticsOf(id)]) expect(other).toEqual(first)
  await db.query(`UPDATE evaluation SET version = version + 1, note = 'seen' WHERE id = $1`, [id])
  expect((await statisticsOf(id)).final).toEqual(first?.final)
  await db.query(`UPDATE evaluation SET version = version + 1, digest = 'another' WHERE id = $1`, [id])
  expect((await statisticsOf(id)).final?.methods[0]).toMatchObject({ gpuSeconds: null, tokens: expect.anything() })
})

// Must run last: what it leaves pending, no other test may claim.
it('judges nothing before an evaluation is complete, and says why', async () => {
  const id = await finished('running', 1, 1)
  const { final, interim, samples } = await statisticsOf(id)
  expect(final).toBeNull()
  expect(interim).toEqual({ kind: 'not_done', counts: {}, why: 'running' })
  expect(samples.outcomes.answer ?? 0).toBe(0)
  await round(api().db, id)
  expect((await statisticsOf(id)).samples.outcomes).toMatchObject({ truncated: expect.any(Number) })
  await api().post(pathOf(CancelEvaluation, { path: { id } }))
  expect(await statisticsOf(id)).toMatchObject({ final: null, interim: { kind: 'ended_early' } })
})

async function recountOutcomes({ db }: Api, id: string) {
  const rows = await select<{ outcome: string; n: number }>(
    db,
    `SELECT outcome, count(*)::int AS n FROM sample WHERE evaluation_id = $1 GROUP BY 1`,
    [id],
  )
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]))
}

function recountMethod({ db }: Api, id: string, key: string) {
  return selectOne<{ endings: TrialEndings; answered: number; calls: number; tokens: number }>(
    db,
    `WITH v AS (
       SELECT v.*, v.answer_key = g.answer_key AS right,
              (SELECT bool_or(s.outcome = 'truncated') FROM sample s WHERE s.trial_id = v.trial_id AND s.index < v.calls) AS cut,
              (SELECT sum(s.completion_tokens) FROM sample s WHERE s.trial_id = v.trial_id AND s.index < v.calls) AS generated
       FROM verdict v JOIN trial t ON t.id = v.trial_id JOIN evaluation e ON e.id = t.evaluation_id
       JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
       WHERE v.evaluation_id = $1 AND v.method_key = $2)
     SELECT json_build_object('correct', count(*) FILTER (WHERE v.right), 'wrong', count(*) FILTER (WHERE NOT v.right),
       'truncated', count(*) FILTER (WHERE answer_key IS NULL AND cut), 'declined', 0,
       'noAnswer', count(*) FILTER (WHERE answer_key IS NULL AND NOT cut),
       'abstained', 0, 'blocked', 0) AS endings,
       count(answer_key)::int AS answered, avg(calls)::float8 AS calls, avg(generated)::float8 AS tokens FROM v`,
    [id, key],
  )
}

function wins({ db }: Api, id: string, key: string) {
  return selectOne<{ won: number; lost: number }>(
    db,
    `SELECT (count(*) FILTER (WHERE a AND NOT b))::int AS won, (count(*) FILTER (WHERE b AND NOT a))::int AS lost
     FROM (
       SELECT bool_or(v.method_key = $2 AND v.answer_key IS NOT DISTINCT FROM g.answer_key) AS a,
              bool_or(v.method_key = 'sc@4' AND v.answer_key IS NOT DISTINCT FROM g.answer_key) AS b
       FROM verdict v JOIN trial t ON t.id = v.trial_id JOIN evaluation e ON e.id = t.evaluation_id
       JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
       WHERE v.evaluation_id = $1 GROUP BY v.trial_id) pairs`,
    [id, key],
  )
}

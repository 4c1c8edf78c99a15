import type { ComparedPair } from '@cges-fleet/core'
import { beforeAll, expect, it } from 'vitest'
import { comparedEvaluation } from '../support/made-evaluations.js'
import { select } from '../support/evaluation-rows.js'
import { asCounted } from './as-counted.js'
import { useApi } from './use-api.js'

const api = useApi()
const { compared, judged } = asCounted(api)
const QUESTIONS = 90

/** Ends once every accuracy is known to so wide an interval. */
const points = (width: number) => ({ kind: 'accuracy' as const, width, atLeast: 20 })

let first = ''
let second = ''
let whole = ''
let reordered = ''

beforeAll(async () => {
  const { db } = api()
  const of = { questions: QUESTIONS, benchmark: 'early', seed: 7 }
  first = await comparedEvaluation(db, { ...of, until: points(0.36) })
  second = await comparedEvaluation(db, { ...of, wrongMore: true, until: points(0.26) })
  whole = await comparedEvaluation(db, { ...of, wrongMore: true, seed: 8 })
  reordered = await comparedEvaluation(db, { ...of, seed: 9, until: points(0.36) })
}, 120_000)

it('compares what ended early on the first trials that both closed, trial by trial', async () => {
  const { pairs, settings } = await compared({ evaluations: [first, second, whole].join(',') })
  const [ofFirst, ofSecond] = await Promise.all([first, second].map(closedOf))
  expect(ofFirst).toBeLessThan(ofSecond ?? 0)
  expect(ofSecond).toBeLessThan(QUESTIONS)
  expect(pairs).toHaveLength(6)
  for (const pair of pairs) await expectAsClosed(pair, { closed: ofFirst ?? 0, orderOf: first })
  expect(settings.find(({ name }) => name === 'Ended after, trials')).toMatchObject({
    same: false,
    values: [`${ofFirst}`, `${ofSecond}`, 'all'],
  })
  const swapped = await compared({ evaluations: [whole, first].join(',') })
  for (const pair of swapped.pairs) await expectAsClosed(pair, { closed: ofFirst ?? 0, orderOf: first })
})

it('compares methods within an evaluation that ended early', async () => {
  const { pairs } = await compared({ evaluations: first, with: 'own' })
  expect(pairs).not.toHaveLength(0)
  for (const pair of pairs) await expectAsClosed(pair, { closed: await closedOf(first), orderOf: first })
})

it('pairs none that ended in different orders, and judges none as if their size had been fixed', async () => {
  const query = { evaluations: [first, reordered].join(','), unpaired: '1' }
  const { pairs } = await compared(query)
  for (const pair of pairs) {
    expect(pair).toMatchObject({
      state: 'interim',
      note: { kind: 'other_order' },
      paired: null,
      early: null,
      unpaired: null,
    })
  }
  expect((await judged(query)).pairs).toEqual([])
  expect((await judged({ evaluations: [first, second].join(',') })).pairs).toEqual([])
})

interface Row {
  readonly place: string
  readonly ordinal: number
  readonly method: string
  readonly calls: number
  readonly right: boolean
}

function trialsOf(id: string): Promise<Row[]> {
  return select<Row>(
    api().db,
    `SELECT t.question_id || ' ' || t.replicate AS place, t.ordinal, v.method_key AS method, v.calls,
            coalesce(v.answer_key = g.answer_key, false) AS right
     FROM verdict v JOIN trial t ON t.id = v.trial_id JOIN evaluation e ON e.id = t.evaluation_id
     JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position WHERE v.evaluation_id = $1`,
    [id],
  )
}

async function closedOf(id: string): Promise<number> {
  const [row] = await select<{ closed: number }>(
    api().db,
    `SELECT coalesce(min(ordinal), 1000)::int AS closed FROM trial WHERE evaluation_id = $1 AND state = 'open'`,
    [id],
  )
  return Math.min(
    row?.closed ?? 0,
    (await trialsOf(id)).reduce((most, { ordinal }) => Math.max(most, ordinal + 1), 0),
  )
}

async function expectAsClosed(pair: ComparedPair, of: { closed: number; orderOf: string }): Promise<void> {
  const order = new Map((await trialsOf(of.orderOf)).map(({ place, ordinal }) => [place, ordinal]))
  const side = async (id: string, key: string) => (await trialsOf(id)).filter(({ method }) => method === key)
  const others = new Map((await side(pair.base, pair.baseMethod)).map((row) => [row.place, row]))
  const both = (await side(pair.evaluation, pair.method)).flatMap((a) => {
    const b = others.get(a.place)
    return b !== undefined && (order.get(a.place) ?? of.closed) < of.closed ? [{ a, b }] : []
  })
  const [wins, losses] = [
    both.filter(({ a, b }) => a.right && !b.right),
    both.filter(({ a, b }) => b.right && !a.right),
  ]
  expect(pair).toMatchObject({ state: 'early', note: null, paired: null, unpaired: null })
  const { early } = pair
  expect(early).toMatchObject({ trials: QUESTIONS, closed: of.closed, unknown: of.closed - both.length })
  expect(early).toMatchObject({ onlyThis: wins.length, onlyBase: losses.length })
  const calls = both.reduce((sum, { a, b }) => sum + a.calls - b.calls, 0) / both.length
  expect(early?.calls).toBeCloseTo(calls, 12)
  const value = (wins.length - losses.length) / both.length
  expect(early?.accuracy.value).toBeCloseTo(value, 12)
  expect(early?.accuracy.low).toBeLessThan(value)
  expect(early?.accuracy.high).toBeGreaterThan(value)
}

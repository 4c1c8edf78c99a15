import { Comparison, QuestionPage } from '@cges-fleet/core'
import { ListQuestions, GetComparison, pathOf, SaveComparison, writePath } from '@cges-fleet/core/contract'
import { beforeAll, expect, it } from 'vitest'
import { comparedEvaluation, COMPARED_METHODS } from '../support/made-evaluations.js'
import { asCounted } from './as-counted.js'
import { useApi } from './use-api.js'

const api = useApi()
const { compared, judged, expectAsCounted } = asCounted(api)
const QUESTIONS = 40

let first = ''
let second = ''
let repeated = ''
let other = ''

beforeAll(async () => {
  const { db } = api()
  const of = { questions: QUESTIONS, benchmark: 'compared' }
  first = await comparedEvaluation(db, { ...of, seed: 7 })
  second = await comparedEvaluation(db, { ...of, seed: 8, wrongMore: true })
  repeated = await comparedEvaluation(db, { ...of, seed: 9, replicates: 2, taken: 25 })
  other = await comparedEvaluation(db, { questions: 20, benchmark: 'other', seed: 7 })
})

it('counts who is right where as a look at every trial does, also where only some are shared', async () => {
  const { pairs, base } = await compared({ evaluations: [first, second, repeated].join(',') })
  expect(base).toBe(first)
  expect(pairs.map(({ method }) => method)).toEqual([...COMPARED_METHODS, ...COMPARED_METHODS])
  await expectAsCounted(pairs)
  const ofSecond = pairs[0]?.paired
  const ofRepeated = pairs.at(-1)?.paired
  expect(ofSecond).toMatchObject({ questions: QUESTIONS, trials: QUESTIONS })
  expect(ofSecond?.onlyBase).toBeGreaterThan(ofSecond?.onlyThis ?? 0)
  // Of two replicates and 25 questions, the part that the other has too: one replicate of 25.
  expect(ofRepeated).toMatchObject({ questions: 25, trials: 25 })
})

it('compares all with one method of the base, and methods within their own evaluation', async () => {
  const query = { evaluations: [first, second].join(','), base: second, against: 'esc', methods: 'sc@4' }
  const against = await compared(query)
  expect(
    against.pairs.map(({ evaluation, base, method, baseMethod }) => [evaluation, method, base, baseMethod]),
  ).toEqual([first, second].map((id) => [id, 'sc@4', second, COMPARED_METHODS[1]]))
  await expectAsCounted(against.pairs)
  const within = await compared({ evaluations: [first, repeated].join(','), with: 'own' })
  expect(within.base).toBeNull()
  expect(within.pairs.every(({ evaluation, base }) => evaluation === base)).toBe(true)
  await expectAsCounted(within.pairs)
})

it('says what differs, and never pairs other questions unless asked for shares alone', async () => {
  const { settings, pairs } = await compared({ evaluations: [first, other].join(',') })
  const differing = settings.filter(({ same }) => !same).map(({ name }) => name)
  expect(differing).toEqual(['Benchmark', 'Benchmark revision', 'Questions'])
  expect(settings.find(({ name }) => name === 'Temperature')).toMatchObject({ same: true, values: ['0.7', '0.7'] })
  for (const pair of pairs) expect(pair).toMatchObject({ state: 'disjoint', paired: null, unpaired: null })
  expect((await judged({ evaluations: [first, other].join(',') })).pairs).toEqual([])
  const unpaired = await compared({ evaluations: [first, other].join(','), unpaired: '1' })
  for (const pair of unpaired.pairs) {
    const [a, b] = [pair.base, pair.evaluation].map(
      (id) =>
        unpaired.evaluations.find((each) => each.id === id)?.methods.find(({ key }) => key === pair.method)?.accuracy,
    )
    expect(pair).toMatchObject({ state: 'unpaired', paired: null })
    expect(pair.unpaired?.value).toBeCloseTo((b?.value ?? Number.NaN) - (a?.value ?? Number.NaN), 12)
    expect(pair.unpaired?.low).toBeLessThan(pair.unpaired?.value ?? 0)
  }
})

it('judges what was counted, and averages a method over evaluations', async () => {
  const query = { evaluations: [first, second, other].join(','), with: 'own' }
  const { pairs } = await compared(query)
  const statistics = await judged(query)
  expect(statistics.pairs).toHaveLength(pairs.length)
  for (const [at, { accuracy, calls, p, holmP, ...names }] of statistics.pairs.entries()) {
    const pair = pairs[at]
    expect(pair).toMatchObject({ evaluation: names.evaluation, method: names.method })
    expect(accuracy.value).toBeCloseTo(pair?.paired?.accuracy ?? Number.NaN, 12)
    expect(calls.value).toBeCloseTo(pair?.paired?.calls ?? Number.NaN, 12)
    expect(accuracy.low).toBeLessThanOrEqual(accuracy.value)
    expect(accuracy.high).toBeGreaterThanOrEqual(accuracy.value)
    expect(holmP).toBeGreaterThanOrEqual(p)
  }
  for (const { method, evaluations, accuracy } of statistics.averages) {
    const each = pairs.filter((pair) => pair.method === method).map(({ paired }) => paired?.accuracy ?? Number.NaN)
    expect(evaluations).toBe(3)
    expect(accuracy.value).toBeCloseTo(each.reduce((sum, value) => sum + value, 0) / 3, 12)
  }
  expect(statistics.averages.map(({ method }) => method)).toEqual(COMPARED_METHODS.slice(1))
  expect(await judged(query)).toEqual(statistics)
})

it('lists behind each count as many questions as it says', async () => {
  const { pairs } = await compared({ evaluations: [first, second].join(',') })
  const lists = new Map<string, QuestionPage>()
  for (const id of [first, second]) {
    const answer = await api().get(writePath(ListQuestions.at, { path: { id } }))
    lists.set(id, QuestionPage.parse(answer.body))
    expect(lists.get(id)?.questions.filter(({ versus }) => versus !== null)).toEqual([])
  }
  const rightOf = (id: string, key: string, at: number) =>
    lists
      .get(id)
      ?.questions.find(({ position }) => position === at)
      ?.verdicts.find(({ method }) => method === key)
  for (const { evaluation, method, base, baseMethod, paired } of pairs.slice(0, 2)) {
    const counts = { both: paired?.both, this: paired?.onlyThis, other: paired?.onlyBase, neither: paired?.neither }
    for (const [agreement, count] of Object.entries(counts)) {
      const query = { method, agreement, versus: base, versusMethod: baseMethod }
      const answer = await api().get(writePath(ListQuestions.at, { path: { id: evaluation }, query }))
      const { questions } = QuestionPage.parse(answer.body)
      expect(questions, agreement).toHaveLength(count ?? -1)
      for (const { position, versus } of questions) expect(versus).toEqual(rightOf(base, baseMethod, position))
    }
  }
  const wrong = { method: 'sc@4', agreement: 'this', versus: other }
  const refused = await api().get(writePath(ListQuestions.at, { path: { id: first }, query: wrong }))
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('has other questions') })
  const alone = await api().get(
    writePath(ListQuestions.at, { path: { id: first }, query: { method: 'sc@4', agreement: 'this' } }),
  )
  expect(alone).toMatchObject({ status: 400, text: expect.stringContaining('name another method') })
})

it('refuses what it cannot compare, naming the field', async () => {
  const nobody = '019ab000-0000-7000-8000-000000000000'
  const cases: [Record<string, string>, number, string][] = [
    [{}, 400, 'evaluations'],
    [{ evaluations: first }, 400, 'at least two'],
    [{ evaluations: `${first},${first}` }, 400, 'once'],
    [{ evaluations: `${first},${nobody}` }, 404, nobody],
    [{ evaluations: `${first},${second}`, base: other }, 400, 'base'],
    [{ evaluations: `${first},${second}`, against: 'dsc' }, 400, 'against'],
    [{ evaluations: `${first},${second}`, methods: 'dsc' }, 400, 'methods'],
    [{ evaluations: Array.from({ length: 25 }, () => nobody).join(',') }, 400, '24'],
    [{ suite: 'none' }, 404, 'suite'],
  ]
  for (const [query, status, words] of cases) {
    const answer = await api().get(writePath(GetComparison.at, { query }))
    expect([answer.status, answer.text], JSON.stringify(query)).toEqual([status, expect.stringContaining(words)])
  }
})

it('shows the rest where some of what is asked for is gone, whoever was the base', async () => {
  const nobody = '019ab000-0000-7000-8000-000000000000'
  for (const base of [undefined, nobody]) {
    const query = { evaluations: `${nobody},${first},${second}`, ...(base === undefined ? {} : { base }) }
    const comparison = Comparison.parse((await api().get(writePath(GetComparison.at, { query }))).body)
    const shown = comparison.evaluations.map(({ id }) => id)
    expect([comparison.gone, shown, comparison.base]).toEqual([[nobody], [first, second], first])
  }
  const body = { name: 'kept', chosen: { evaluations: [first, second, nobody] } }
  expect((await api().post(pathOf(SaveComparison), body)).status).toBe(404)
})

it('shows of a suite one run of each benchmark on each pool: the first, or that which is asked for', async () => {
  const { db } = api()
  const suite = 'a suite'
  const first = await comparedEvaluation(db, { benchmark: 'other', questions: 20, seed: 1, suite })
  const rerun = await comparedEvaluation(db, { benchmark: 'other', questions: 20, seed: 2, suite })
  const running = await comparedEvaluation(db, {
    benchmark: 'compared',
    questions: QUESTIONS,
    seed: 3,
    suite,
    rounds: 2,
  })
  const { evaluations, leftOut, pairs } = await compared({ suite })
  expect(evaluations.map(({ id }) => id)).toEqual([running, first])
  expect(leftOut).toMatchObject([{ id: rerun, note: { kind: 'other_run', why: expect.stringMatching(/^other on /u) } }])
  for (const { evaluation, state, paired } of pairs) {
    expect([state, paired === null]).toEqual(evaluation === running ? ['interim', true] : ['paired', false])
  }
  expect(evaluations[0]?.methods.every(({ interim }) => interim)).toBe(true)
  expect((await judged({ suite })).averages).toEqual([])
  const asked = await compared({ suite, runs: rerun })
  expect(asked.evaluations.map(({ id }) => id)).toEqual([running, rerun])
  expect(asked.leftOut).toMatchObject([{ id: first, note: { kind: 'other_run' } }])
  const none = await api().get(writePath(GetComparison.at, { query: { suite, runs: second } }))
  expect([none.status, none.text]).toEqual([400, expect.stringContaining('runs')])
})

import { EvaluationPage, EvaluationSpec, EvaluationView } from '@cges-fleet/core'
import {
  CloneEvaluation,
  ExportEvaluations,
  ExtendEvaluation,
  LabelEvaluation,
  ListAudit,
  ListEvaluations,
  pathOf,
  GetEvaluation,
  GetLabels,
  GetSpec,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { type TestTeam, useTeams } from '../access/use-teams.js'
import { drawn, POOL, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { manyEvaluations } from '../support/large-evaluations.js'

const teams = useTeams()

const CSV = pathOf(ExportEvaluations, { path: { file: 'evaluations.csv' } })

const get = (path: string, { keys }: TestTeam = teams().one) => teams().ask('GET', path, { key: keys.viewer })
const list = async (search = '', of: TestTeam = teams().one) =>
  EvaluationPage.parse((await get(pathOf(ListEvaluations) + search, of)).body)
const names = async (search: string) => (await list(search)).evaluations.map(({ name }) => name)

async function submitted(name: string, changes: object = {}, key = teams().one.keys.member): Promise<string> {
  const body = { name, benchmark: 'numbers-one', pool: POOL, methods: ['sc@2'], ...changes }
  const answer = await teams().ask('POST', pathOf(SubmitEvaluation), { key, body })
  expect(answer.status, answer.text).toBe(201)
  return EvaluationView.parse(answer.body).id
}

const label = (id: string, body: object, key = teams().one.keys.member) =>
  teams().ask('PATCH', pathOf(LabelEvaluation, { path: { id } }), { key, body })

it('finds by each filter what it means and nothing else', async () => {
  const ablation = await submitted('Ablation of windows', { methods: ['esc:window=1@2'] })
  await submitted('100%_certain', {}, teams().one.keys.operator)
  await label(ablation, { tags: ['paper', 'table 1'] })
  const today = new Date().toISOString().slice(0, 10)
  const done = 'evaluation MARK-OF-ONE'
  expect(await names('?status=done')).toEqual([done])
  expect(await names('?status=running,paused')).toEqual(['100%_certain', 'Ablation of windows'])
  expect(await names('?method=esc')).toEqual(['Ablation of windows'])
  expect(await names('?owner=an%20operator')).toEqual([])
  expect(await names(`?owner=${encodeURIComponent('a operator')}`)).toEqual(['100%_certain'])
  expect(await names('?tag=table%201')).toEqual(['Ablation of windows'])
  expect(await names('?q=ABLATION')).toEqual(['Ablation of windows'])
  expect(await names('?q=%25_')).toEqual(['100%_certain'])
  expect(await names('?q=100%25certain')).toEqual([])
  expect(await names(`?benchmark=numbers-one&pool=${POOL}&model=m&from=${today}&to=${today}`)).toHaveLength(3)
  expect(await names('?benchmark=numbers-two')).toEqual([])
  expect(await names('?model=another')).toEqual([])
  expect(await names('?to=2020-01-01')).toEqual([])
  expect(await names('?attention=1')).toEqual([])
})

it.each([
  ['status=sleeping', 'status'],
  ['sort=random', 'sort'],
  ['from=yesterday', 'from'],
  [`q=${'x'.repeat(81)}`, 'q'],
  ['attention=yes', 'attention'],
  ['method=magic', 'method'],
  ['sort=accuracy&cursor=2', 'cursor'],
  ['owner=', 'owner'],
])('refuses ?%s and names what is wrong', async (search, field) => {
  const { status, body } = await get(`${pathOf(ListEvaluations)}?${search}`)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
})

it('shows the best method’s final figures of what is done, a live one of what runs, and none too early', async () => {
  const of = { team: teams().one.id, benchmark: { name: 'numbers-one', title: 'Numbers MARK-OF-ONE' } }
  const id = await submit(teams().db, { ...of, methods: ['sc@2', 'esc:window=1@2'], changes: { name: 'two methods' } })
  const shown = async () => (await list('?q=two%20methods')).evaluations[0]
  expect((await shown())?.best).toBeNull()
  await round(teams().db, id)
  await landAll(teams().db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
  await round(teams().db, id)
  const view = EvaluationView.parse((await get(pathOf(GetEvaluation, { path: { id } }))).body)
  const esc = view.methods.find(({ spec }) => spec.method === 'esc')
  expect(esc?.tokens).toBeGreaterThan(0)
  expect(await shown()).toMatchObject({
    status: 'done',
    best: { key: esc?.key, accuracy: 1, trials: 2, calls: 1, saved: 0.5, tokens: esc?.tokens, live: null },
    calls: { spent: 4, cap: null, most: 4 },
  })
  // An evaluation that runs again has no final figures, and drops out of the order by them.
  const extended = await teams().ask('POST', pathOf(ExtendEvaluation, { path: { id } }), {
    key: teams().one.keys.member,
    body: { methods: ['sc@3'] },
  })
  expect(extended.status).toBe(200)
  expect((await shown())?.best?.live ?? null).toBeNull()
  expect((await list('?sort=accuracy&status=running')).evaluations.every(({ best }) => best === null)).toBe(true)
})

it('agrees, of what runs, with the page of the evaluation', async () => {
  const of = { team: teams().one.id, benchmark: { name: 'numbers-one', title: 'Numbers MARK-OF-ONE' } }
  const changes = { name: 'under way', replicates: 20 }
  const id = await submit(teams().db, { ...of, methods: ['esc:window=2@4', 'esc:window=1@4'], changes })
  await round(teams().db, id)
  await landAll(teams().db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
  await round(teams().db, id)
  const view = EvaluationView.parse((await get(pathOf(GetEvaluation, { path: { id } }))).body)
  expect(view.status).toBe('running')
  const [row] = (await list('?q=under%20way')).evaluations
  const report = view.methods.find(({ key }) => key === row?.best?.key)
  expect(report?.live).not.toBeNull()
  const [seconds, atMost] = [view.eta?.seconds ?? NaN, view.eta?.atMostSeconds ?? NaN]
  expect(atMost).toBeGreaterThan(seconds)
  // The list was fetched later, and no sample had arrived in between.
  expect(row?.eta?.seconds).toBeGreaterThanOrEqual(seconds)
  expect((row?.eta?.seconds ?? 0) / (row?.eta?.atMostSeconds ?? 0)).toBeCloseTo(seconds / atMost, 9)
  const { value, low, high, n, calls } = report?.live ?? { value: 0, low: 0, high: 0, n: 0, calls: 0 }
  expect(row?.best).toMatchObject({ accuracy: value, trials: n, calls, live: { low, high } })
  // One that its `until` ended keeps its leader's figures for the order of the list, and is shown with the same limits.
  const decided = `status = 'decided', best_method = $2, best_accuracy = $3, best_trials = $4, best_calls = $5, best_saved = $6`
  const figures = [row?.best?.key, value, n, calls, row?.best?.saved]
  await teams().db.query(`UPDATE evaluation SET ${decided} WHERE id = $1`, [id, ...figures])
  expect((await list('?q=under%20way')).evaluations[0]?.best).toEqual(row?.best)
  await teams().db.query(`UPDATE evaluation SET status = 'cancelled' WHERE id = $1`, [id])
  const ended = (await list('?q=under%20way')).evaluations[0]
  expect([ended?.best, ended?.eta]).toEqual([null, null])
})

it('pages through every order, each evaluation once, in that order', async () => {
  await manyEvaluations(teams().db, teams().two.id, 230)
  const figure = { accuracy: -1, calls: 1, saved: -1, tokens: 1 } as const
  for (const sort of ['newest', 'name', 'accuracy', 'calls', 'saved', 'tokens'] as const) {
    const seen: EvaluationPage['evaluations'] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`, teams().two)
      seen.push(...page.evaluations)
      cursor = page.next
    }
    const ids = seen.map(({ id }) => id)
    expect([new Set(ids).size, ids.length], sort).toEqual([232, 232])
    if (sort === 'newest') expect(ids).toEqual(ids.toSorted().toReversed())
    else if (sort === 'name') {
      const lower = seen.map(({ name }) => name.toLowerCase())
      expect(lower).toEqual(lower.toSorted())
    } else {
      const values = seen.map(({ best }) => figure[sort] * (best?.[sort] ?? figure[sort] * Infinity))
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }
  }
  // A page ends in the middle of equal values.
  const tokens = (await list('?sort=tokens', teams().two)).evaluations.map(({ best }) => best?.tokens)
  expect([tokens[1], tokens[49]]).toEqual([300, 300])
  // A cursor of one order is invalid in another.
  const { next } = await list('?sort=name', teams().two)
  expect((await get(`${pathOf(ListEvaluations)}?sort=saved&cursor=${next}`)).status).toBe(400)
})

it('writes tags and a note within bounds, logs who did, and reads them back', async () => {
  const id = await submitted('to be labelled')
  const labelled = await label(id, { tags: ['b', ' a ', 'b'], note: '  Compare with May.  ' })
  expect(labelled.body).toMatchObject({ tags: ['a', 'b'], note: 'Compare with May.', owner: 'a member' })
  expect((await label(id, { note: '' })).body).toMatchObject({ tags: ['a', 'b'], note: '' })
  const wrong = [
    { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) },
    { tags: ['x'.repeat(41)] },
    { tags: ['a,b'] },
    { tags: [''] },
    { note: 'x'.repeat(4001) },
    { name: 'another' },
  ]
  for (const body of wrong) expect((await label(id, body)).status, JSON.stringify(body)).toBe(400)
  expect((await label(id, { tags: [] }, teams().one.keys.viewer)).status).toBe(403)
  expect((await label(id, { tags: [] }, teams().two.keys.member)).status).toBe(404)
  expect((await list('?q=to%20be')).evaluations[0]?.tags).toEqual(['a', 'b'])
  const { body } = await teams().ask('GET', pathOf(ListAudit), { key: teams().one.keys.admin })
  expect(JSON.stringify(body)).toContain('evaluation.label')
  expect((await get(pathOf(GetLabels))).body).toEqual({
    owners: ['a member', 'a operator'],
    tags: ['a', 'b', 'paper', 'table 1'],
  })
  expect((await get(pathOf(GetLabels), teams().two)).text).not.toContain('a operator')
})

it('exports what a filter finds, all pages, in a form no spreadsheet runs', async () => {
  await submitted('=HYPERLINK("http://x")')
  const csv = await get(`${CSV}?q=hyperlink`)
  expect(csv.headers.get('content-type')).toContain('text/csv')
  const [head, row, ...rest] = csv.text.split('\r\n')
  expect(head).toContain('"accuracy_is"')
  expect(row).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(rest).toEqual([''])
  const whole = await get(`${pathOf(ExportEvaluations, { path: { file: 'evaluations.json' } })}?sort=name`, teams().two)
  const { evaluations, sort } = JSON.parse(whole.text) as { evaluations: { name: string }[]; sort: string }
  expect([evaluations.length, sort]).toEqual([232, 'name'])
  expect((await get(CSV.replace('evaluations.csv', 'everything.csv'))).status).toBe(400)
  expect((await get(`${CSV}?status=asleep`)).status).toBe(400)
})

it('says what would submit an evaluation once more, and that makes the same', async () => {
  const spec = { methods: ['cges:confidence=lns-arith,gamma=0.9@2', 'sc@2'], replicates: 2, seed: 5, questions: 1 }
  const more = { ...spec, paper: true, suite: 'S', caps: { calls: 40 }, sampling: { temperature: 0.3 } }
  const id = await submitted('the first', more)
  const original = await get(pathOf(GetSpec, { path: { id } }))
  EvaluationSpec.parse(original.body)
  const again = await submitted('the first', original.body as object)
  const stored = `SELECT name, suite, benchmark_id, pool, spec, seed, replicates, questions, s.call_cap, s.token_cap
    FROM evaluation e JOIN spending s ON s.evaluation_id = e.id WHERE e.id = $1`
  const [one] = await teams().db.query<object[]>(stored, [id])
  const [two] = await teams().db.query<object[]>(stored, [again])
  expect(two).toEqual(one)
  const clone = await teams().ask('POST', pathOf(CloneEvaluation, { path: { id } }), {
    key: teams().one.keys.member,
    body: {},
  })
  const [three] = await teams().db.query<object[]>(stored, [EvaluationView.parse(clone.body).id])
  const seed = expect.not.stringMatching(/^5$/)
  expect(three).toEqual({ ...one, name: 'the first (rerun)', suite: null, seed })
})

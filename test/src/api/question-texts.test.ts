import { QuestionPage, QuestionView, SampleText, SampleTokens } from '@cges-fleet/core'
import {
  CountQuestions,
  ListQuestions,
  GetQuestion,
  GetSampleText,
  GetSampleTokens,
  type Route,
  writePath,
} from '@cges-fleet/core/contract'
import { beforeAll, expect, it } from 'vitest'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { submitted, useApi } from './use-api.js'

const api = useApi()
const QUESTIONS = 40

let id = ''

beforeAll(async () => {
  id = await questionedEvaluation(api().db, { questions: QUESTIONS })
})

const at = (route: Route, query: Record<string, string> = {}, of: Record<string, string> = {}) =>
  writePath(route.at, { path: { id, ...of }, query })

async function read<T>(schema: { parse(value: unknown): T }, path: string): Promise<T> {
  const { status, text, body } = await api().get(path)
  if (status !== 200) throw new Error(text)
  return schema.parse(body)
}

const partOf = (route: Route, query = {}) => at(route, query, { position: '2', index: '0' })

it('gives a sample’s text and tokens in parts, never more than 64 kB', async () => {
  const long = '\u{1F980}'.repeat(20_000)
  await api().db.query(
    `UPDATE sample_body y SET text = $2 FROM trial t
     WHERE t.id = y.trial_id AND t.evaluation_id = $1 AND t.position = 2 AND y.index = 0`,
    [id, long],
  )
  const first = await read(SampleText, partOf(GetSampleText))
  const rest = await read(SampleText, partOf(GetSampleText, { from: String(first.next) }))
  expect(`${first.text}${rest.text}`).toBe(long)
  expect(Buffer.byteLength(first.text ?? '')).toBeLessThanOrEqual(65_536)
  expect([first.characters, rest.next]).toEqual([20_000, null])
  expect(await read(SampleText, partOf(GetSampleText, { part: 'reasoning' }))).toEqual({
    text: null,
    characters: 0,
    next: null,
  })
  const tokens = await read(SampleTokens, partOf(GetSampleTokens))
  expect(tokens).toEqual({
    logprobs: [-0.01, -0.5, -2.3, null, -0.05],
    ids: [11, 22, 33, 44, 55],
    tokens: 5,
    next: null,
  })
  expect(await read(SampleTokens, partOf(GetSampleTokens, { from: '4' }))).toMatchObject({
    logprobs: [-0.05],
    ids: [55],
  })
})

it.each([
  { route: ListQuestions, query: { filter: 'wrong' }, of: {}, why: 'filter' },
  { route: ListQuestions, query: { verdict: 'wrong' }, of: {}, why: 'name the method' },
  { route: ListQuestions, query: { method: 'dsc' }, of: {}, why: 'sc@16' },
  { route: ListQuestions, query: { after: 'x' }, of: {}, why: 'after' },
  { route: ListQuestions, query: { after: '0.1', before: '0.2' }, of: {}, why: 'not both' },
  { route: ListQuestions, query: { q: 'x'.repeat(101) }, of: {}, why: 'q' },
  { route: ListQuestions, query: { order: 'worst' }, of: {}, why: 'Unknown parameter' },
  { route: GetQuestion, query: {}, of: { position: 'x' }, why: 'place of a question' },
  { route: GetSampleText, query: {}, of: { position: '0', index: '1024' }, why: 'index of a sample' },
  { route: GetQuestion, query: { replicate: '-1' }, of: { position: '0' }, why: 'replicate' },
])('refuses $route.at.path of $of with $query, and says why', async ({ route, query, of, why }) => {
  const { status, text } = await api().get(at(route, query, of))
  expect([status, text]).toEqual([400, expect.stringContaining(why)])
})

it('has nothing where there is nothing', async () => {
  const absent = [
    at(GetQuestion, {}, { position: String(QUESTIONS) }),
    at(GetSampleText, {}, { position: '0', index: '900' }),
    at(GetSampleTokens, {}, { position: '0', index: '900' }),
  ]
  for (const path of absent) expect((await api().get(path)).status, path).toBe(404)
  expect((await api().get(at(GetQuestion, { replicate: '1' }, { position: '0' }))).status).toBe(404)
  const fresh = await submitted(api())
  const page = await read(QuestionPage, at(ListQuestions, {}, { id: fresh }))
  expect(page).toEqual({ questions: [], next: null, previous: null, withheld: false })
  expect((await api().get(at(GetQuestion, {}, { id: fresh, position: '0' }))).status).toBe(404)
})

it('counts for one team a few selections at a time, and says so to who asks for more', async () => {
  const requests = Array.from({ length: 60 }, (_, n) => api().get(at(CountQuestions, { q: `text ${n}` })))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await api().get(at(CountQuestions, { q: 'text 60' }))).status).toBe(200)
})

it('keeps a gated benchmark’s questions, answers and reference back unless asked, by filters too', async () => {
  await api().db.query(`UPDATE benchmark SET dataset = '{"gated": true}' WHERE name = 'asked'`)
  const page = await read(QuestionPage, at(ListQuestions, { filter: 'disagree' }))
  expect(page.withheld).toBe(true)
  expect(page.questions.length).toBeGreaterThan(0)
  const one = await read(QuestionView, at(GetQuestion, {}, { position: '17' }))
  expect(one).toMatchObject({ prompt: null, choices: null, gold: null, withheld: true })
  for (const text of [JSON.stringify(page), JSON.stringify(one)]) expect(text).not.toMatch(/Which number|boxed/)
  const answers = [
    ...page.questions.flatMap((row) => row.verdicts.map(({ answer }) => answer)),
    ...one.answers.map(({ key }) => key),
  ]
  for (const answer of answers) expect(answer ?? '#1').toMatch(/^#\d+$/)
  expect(one.samples.every(({ rawAnswer, excerpt }) => rawAnswer === null && excerpt === null)).toBe(true)
  for (const query of [{ answer: '17' }, { q: 'number is 17' }])
    for (const route of [ListQuestions, CountQuestions, GetQuestion])
      expect(await api().get(at(route, query, { position: '17' }))).toMatchObject({
        status: 400,
        text: expect.stringContaining('examples=1'),
      })
  expect((await api().get(at(GetSampleText, {}, { position: '17', index: '0' }))).status).toBe(400)
  expect(await read(SampleTokens, at(GetSampleTokens, {}, { position: '17', index: '0' }))).toMatchObject({
    ids: null,
    tokens: 5,
  })
  const found = await read(QuestionPage, at(ListQuestions, { q: 'number is 17', examples: '1' }))
  expect(found.questions.map(({ questionId }) => questionId)).toEqual(['q-17'])
  expect(await read(QuestionView, at(GetQuestion, { examples: '1' }, { position: '17' }))).toMatchObject({
    gold: '17',
  })
  expect((await api().get(at(GetSampleText, { examples: '1' }, { position: '17', index: '0' }))).status).toBe(200)
})

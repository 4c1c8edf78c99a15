import { QuestionPage, QuestionView, SampleText, SampleTokens } from '@cges-fleet/core'
import { beforeAll, expect, it } from 'vitest'
import { questionedEvaluation } from '../support/questioned-evaluation.js'
import { submitted, useApi } from './use-api.js'

const api = useApi()
const QUESTIONS = 40

let id = ''

beforeAll(async () => {
  id = await questionedEvaluation(api().db, { questions: QUESTIONS })
})

const at = (path = '', query: Record<string, string> = {}, of = id) =>
  `/v1/evaluations/${of}/${path}?${new URLSearchParams(query)}`

async function read<T>(schema: { parse(value: unknown): T }, path: string): Promise<T> {
  const { status, text, body } = await api().get(path)
  if (status !== 200) throw new Error(text)
  return schema.parse(body)
}

const partOf = (part: string, query = {}) => at(`questions/2/samples/0/${part}`, query)

it('gives a sample’s text and tokens in parts, never more than 64 kB', async () => {
  const long = '\u{1F980}'.repeat(20_000)
  await api().db.query(
    `UPDATE sample_body y SET text = $2 FROM trial t
     WHERE t.id = y.trial_id AND t.evaluation_id = $1 AND t.position = 2 AND y.index = 0`,
    [id, long],
  )
  const first = await read(SampleText, partOf('text'))
  const rest = await read(SampleText, partOf('text', { from: String(first.next) }))
  expect(`${first.text}${rest.text}`).toBe(long)
  expect(Buffer.byteLength(first.text ?? '')).toBeLessThanOrEqual(65_536)
  expect([first.characters, rest.next]).toEqual([20_000, null])
  expect(await read(SampleText, partOf('text', { part: 'reasoning' }))).toEqual({
    text: null,
    characters: 0,
    next: null,
  })
  const tokens = await read(SampleTokens, partOf('tokens'))
  expect(tokens).toEqual({
    logprobs: [-0.01, -0.5, -2.3, null, -0.05],
    ids: [11, 22, 33, 44, 55],
    tokens: 5,
    next: null,
  })
  expect(await read(SampleTokens, partOf('tokens', { from: '4' }))).toMatchObject({ logprobs: [-0.05], ids: [55] })
})

it.each([
  ['questions', { filter: 'wrong' }, 'filter'],
  ['questions', { verdict: 'wrong' }, 'name the method'],
  ['questions', { method: 'dsc' }, 'sc@16'],
  ['questions', { after: 'x' }, 'after'],
  ['questions', { after: '0.1', before: '0.2' }, 'not both'],
  ['questions', { q: 'x'.repeat(101) }, 'q'],
  ['questions', { order: 'worst' }, 'no parameter'],
  ['questions/x', {}, 'place of a question'],
  ['questions/0/samples/1024/text', {}, 'index of a sample'],
  ['questions/0', { replicate: '-1' }, 'replicate'],
])('refuses %s with %j, and says why', async (path, query, why) => {
  const { status, text } = await api().get(at(path, query))
  expect([status, text]).toEqual([400, expect.stringContaining(why)])
})

it('has nothing where there is nothing', async () => {
  for (const path of [`questions/${QUESTIONS}`, 'questions/0/samples/900/text', 'questions/0/samples/900/tokens'])
    expect((await api().get(at(path))).status, path).toBe(404)
  expect((await api().get(at('questions/0', { replicate: '1' }))).status).toBe(404)
  const fresh = await submitted(api())
  const page = await read(QuestionPage, at('questions', {}, fresh))
  expect(page).toEqual({ questions: [], next: null, previous: null, withheld: false })
  expect((await api().get(at('questions/0', {}, fresh))).status).toBe(404)
})

it('counts for one team a few selections at a time, and says so to who asks for more', async () => {
  const asked = Array.from({ length: 60 }, (_, n) => api().get(at('question-counts', { q: `text ${n}` })))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await api().get(at('question-counts', { q: 'text 60' }))).status).toBe(200)
})

it('keeps a gated benchmark’s questions, answers and reference back unless asked, by filters too', async () => {
  await api().db.query(`UPDATE benchmark SET dataset = '{"gated": true}' WHERE name = 'asked'`)
  const page = await read(QuestionPage, at('questions', { filter: 'disagree' }))
  expect(page.withheld).toBe(true)
  expect(page.questions.length).toBeGreaterThan(0)
  const one = await read(QuestionView, at('questions/17'))
  expect(one).toMatchObject({ prompt: null, choices: null, gold: null, withheld: true })
  for (const text of [JSON.stringify(page), JSON.stringify(one)]) expect(text).not.toMatch(/Which number|boxed/)
  const answers = [
    ...page.questions.flatMap((row) => row.verdicts.map(({ answer }) => answer)),
    ...one.answers.map(({ key }) => key),
  ]
  for (const answer of answers) expect(answer ?? '#1').toMatch(/^#\d+$/)
  expect(one.samples.every(({ rawAnswer, excerpt }) => rawAnswer === null && excerpt === null)).toBe(true)
  for (const query of [{ answer: '17' }, { q: 'number is 17' }])
    for (const path of ['questions', 'question-counts', 'questions/17'])
      expect(await api().get(at(path, query))).toMatchObject({
        status: 400,
        text: expect.stringContaining('examples=1'),
      })
  expect((await api().get(at('questions/17/samples/0/text'))).status).toBe(400)
  expect(await read(SampleTokens, at('questions/17/samples/0/tokens'))).toMatchObject({ ids: null, tokens: 5 })
  const told = await read(QuestionPage, at('questions', { q: 'number is 17', examples: '1' }))
  expect(told.questions.map(({ questionId }) => questionId)).toEqual(['q-17'])
  expect(await read(QuestionView, at('questions/17', { examples: '1' }))).toMatchObject({ gold: '17' })
  expect((await api().get(at('questions/17/samples/0/text', { examples: '1' }))).status).toBe(200)
})

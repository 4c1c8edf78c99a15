import { QuestionPage, type QuestionRow } from '@cges-fleet/core'
import { ExportQuestions, ListQuestions, pathOf } from '@cges-fleet/core/contract'
import { beforeAll, expect, it } from 'vitest'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { useApi } from './use-api.js'

/** More than the export selects at a time. */
const QUESTIONS = 210
const METHODS = ['sc@3', 'esc:window=2@3']
const api = useApi()
let id = ''

beforeAll(async () => {
  const questions = Array.from({ length: QUESTIONS }, (_, i) => ({
    id: `q-${i}`,
    question: `=Which("number is ${i}?")`,
    answer: `${i}`,
  }))
  id = await questionedEvaluation(api().db, { questions: QUESTIONS, methods: METHODS, benchmark: { questions } })
})

async function exported(file: 'questions.csv' | 'questions.jsonl', query: Record<string, string> = {}) {
  const { status, headers, text } = await api().get(pathOf(ExportQuestions, { path: { id, file }, query }))
  expect(status, text).toBe(200)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
  return text
}

async function listed(query: Record<string, string> = {}): Promise<QuestionRow[]> {
  const rows: QuestionRow[] = []
  for (let after: string | null = ''; after !== null;) {
    const place: Record<string, string> = after === '' ? {} : { after }
    const { body } = await api().get(pathOf(ListQuestions, { path: { id }, query: { ...query, ...place } }))
    const page = QuestionPage.parse(body)
    rows.push(...page.questions)
    after = page.next
  }
  return rows
}

it('writes what the list shows of all its pages, and in every line that it is simulated', async () => {
  for (const query of [{}, { filter: 'disagree' }, { method: 'sc@3', verdict: 'wrong' }, { q: 'no such text' }]) {
    const lines = (await exported('questions.jsonl', query)).split('\n').filter((line) => line !== '')
    const of = { comments: [], evaluation: id, provenance: 'simulated', simulated: true }
    expect(lines.map((line) => JSON.parse(line))).toEqual((await listed(query)).map((row) => ({ ...of, ...row })))
  }
  expect((await listed()).length).toBe(QUESTIONS)
})

it('writes CSV with a line a question and method, which no spreadsheet runs', async () => {
  const [head = '', ...lines] = (await exported('questions.csv')).trimEnd().split('\r\n')
  expect(head).toMatch(/^"evaluation","answered_by","simulated","replicate","position"/)
  expect(lines).toHaveLength(QUESTIONS * METHODS.length)
  expect(lines.every((line) => line.startsWith(`"${id}","simulated",true,0,`))).toBe(true)
  expect(lines.every((line) => line.includes(`,"'=Which(""number is `))).toBe(true)
  expect(lines.join('\n')).not.toMatch(/,"=/)
})

it('keeps a gated benchmark’s questions and answers back unless they are asked for', async () => {
  await api().db.query(`UPDATE benchmark SET dataset = '{"gated": true}' WHERE name = 'asked'`)
  const kept = await exported('questions.jsonl')
  expect(kept).not.toContain('number is')
  expect(JSON.parse(kept.split('\n')[0] ?? '')).toMatchObject({
    excerpt: null,
    verdicts: [{ answer: '#1' }, {}],
  })
  expect(await exported('questions.csv', { examples: '1' })).toContain('number is')
  const refused = await api().get(pathOf(ExportQuestions, { path: { id, file: 'questions.csv' }, query: { q: 'x' } }))
  expect(refused.status).toBe(400)
})

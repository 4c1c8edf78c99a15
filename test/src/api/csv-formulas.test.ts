import type { EvaluationView } from '@cges-fleet/core'
import { AddSamples, CreateImport, ExportEvaluation, pathOf } from '@cges-fleet/core/contract'
import { LOCAL_TEAM, saveBenchmark } from '@cges-fleet/db'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { benchmark, round } from '../support/evaluation-rows.js'
import { useApi } from './use-api.js'

const api = useApi()

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹢', '﹣', '﹦', '﹫', '−', '|', '%']
const BEFORE = ['', ' ', '\u00A0', '\u3000', '\u200B', '\u200D', '\u2060', '\uFEFF', '\u202E', '\u00AD', '"', `""`]
const CALLS = [`cmd|' /C calc'!A0`, 'HYPERLINK("http://evil.example","x")', '1+1', 'SUM(1,2)', `WEBSERVICE("//e")`]

/** Over two hundred texts that begin like formulas, directly or after characters that a spreadsheet may drop. */
const PAYLOADS: readonly string[] = [
  ...STARTS.flatMap((start) => BEFORE.map((before) => `${before}${start}`)).map(
    (start, n) => `${start}${CALLS[n % CALLS.length] ?? ''}`,
  ),
  ...CALLS.map((call) => `",=${call}`),
  ...CALLS.map((call) => `x\r\n=${call}`),
  ...CALLS.map((call) => `x",\n"=${call}`),
  ';=1+1',
  '=1+1;',
  'DDE("cmd";"/C calc";"x")',
  '-2+3',
  '+1 (555)',
  '@x',
]

/** What no cell may begin with, even after invisible characters; written independently of the code under test. */
const UNSEEN = String.raw`[\s\p{Cf}\p{Cc}]*`
const FORMULA = new RegExp(`^${UNSEEN}[=+\\-@＝＋－＠﹢﹣﹦﹫−]|^[\\t\\r\\n]`, 'u')

const isFormula = (cell: string) => FORMULA.test(cell) && !/^-?\d+(\.\d+)?$/u.test(cell)

/** The CSV of an evaluation whose question ids, reference answers and answers are all hostile. */
async function exported(): Promise<string> {
  const questions = PAYLOADS.map((text, n) => ({ id: text.slice(0, 20).concat(` ${n}`), question: text, answer: text }))
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'hostile', questions }))
  const spec = { benchmark: 'hostile', model: 'm', source: { format: 'nemo', files: ['x'] }, methods: ['sc@1'] }
  const { id } = (await api().post(pathOf(CreateImport), spec)).body as EvaluationView
  const samples = questions.map(({ id: questionId, answer }) => ({
    questionId,
    index: 0,
    outcome: 'answer',
    answer,
    text: answer,
    signals: {},
    finishReason: 'stop',
    promptTokens: 1,
    completionTokens: 1,
    seed: 0,
    error: null,
  }))
  const sent = await api().post(pathOf(AddSamples, { path: { id } }), { samples, complete: true })
  expect(sent.status, sent.text).toBe(200)
  await round(api().db, id)
  const { status, text } = await api().get(pathOf(ExportEvaluation, { path: { id, file: 'verdicts.csv' } }))
  expect(status).toBe(200)
  return text
}

it('writes no cell that a spreadsheet reads as a formula, whatever the ids and answers are', async () => {
  const rows = parse(await exported(), { record_delimiter: '\r\n' })
  expect(rows).toHaveLength(1 + PAYLOADS.length)
  expect(PAYLOADS.length).toBeGreaterThan(200)
  // They are there, and unescaped they would be formulas.
  expect(PAYLOADS.filter(isFormula).length).toBeGreaterThan(120)
  const formulas = rows.flat().filter(isFormula)
  expect(formulas.map((cell) => JSON.stringify(cell))).toEqual([])
})

it('keeps every row and column in its place, and numbers numbers', async () => {
  const text = await exported()
  const rows = parse<Record<string, string>>(text, { record_delimiter: '\r\n', columns: true })
  for (const [n, row] of rows.entries()) {
    expect(row['question_id']?.endsWith(` ${n}`), JSON.stringify(row)).toBe(true)
    expect(row).toMatchObject({ replicate: expect.stringMatching(/^\d+$/), calls: '1', samples: '1' })
  }
})

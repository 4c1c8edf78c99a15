import { type EvaluationView, ExportFile } from '@cges-fleet/core'
import { AddSamples, CreateImport, ExportEvaluation, pathOf, GetEvaluation } from '@cges-fleet/core/contract'
import {
  logAnswer,
  type LogRow,
  type LogSample,
  logSignals,
  parseInspectSample,
  parseLmEvalRow,
  parseNemoRow,
  parseSampleRow,
} from '@cges-fleet/formats'
import { isTrialMethod, decide, type Vote } from '@cges-fleet/methods'
import { LOCAL_TEAM, saveBenchmark } from '@cges-fleet/db'
import { beforeAll, expect, it } from 'vitest'
import { benchmark, method, round } from '../support/evaluation-rows.js'
import { useApi } from './use-api.js'

const api = useApi()
/** The tokens generated for every sample. */
const TOKENS = 4
const METHODS = ['sc@4', 'esc:window=2@4', 'asc-beta@4', 'cges:confidence=lns-arith,gamma=0.9@4']

/** The answers: null if none could be read, `cut` if the response was cut off after one. */
const DRAWN: Record<string, readonly (string | null)[]> = {
  'q-0': ['0', '0', '7', '0'],
  'q-1': ['=2+3', 'cut', null, '=2+3'],
  'q-2': ['5', '2', '2', '2'],
}

const textOf = (answer: string | null): string =>
  answer === null ? 'I do not know' : answer === 'cut' ? 'so \\boxed{1}, or' : `so \\boxed{${answer}} "it" is`

let id = ''
let view: EvaluationView

beforeAll(async () => {
  await saveBenchmark(
    api().db,
    LOCAL_TEAM,
    benchmark({
      name: 'three',
      questions: ['0', '1', '2'].map((answer) => ({ id: `q-${answer}`, question: `Which is ${answer}?`, answer })),
    }),
  )
  const spec = { benchmark: 'three', model: 'm', source: { format: 'nemo', files: ['x'] }, methods: METHODS }
  id = ((await api().post(pathOf(CreateImport), spec)).body as EvaluationView).id
  const samples = Object.entries(DRAWN).flatMap(([questionId, answers]) =>
    answers.map((answer, index) => ({
      questionId,
      index,
      outcome: answer === null ? 'no_answer' : answer === 'cut' ? 'truncated' : 'answer',
      answer: answer === 'cut' ? null : answer,
      text: textOf(answer),
      signals: { 'lns-arith': 0.6 + index / 10 },
      finishReason: answer === 'cut' ? 'length' : 'stop',
      promptTokens: 3,
      completionTokens: TOKENS,
      seed: index,
      error: null,
    })),
  )
  await api().post(pathOf(AddSamples, { path: { id } }), { samples, complete: true })
  await round(api().db, id)
  view = (await api().get(pathOf(GetEvaluation, { path: { id } }))).body as EvaluationView
  expect(view.status).toBe('done')
})

async function exported(file: ExportFile, query = ''): Promise<string> {
  const { status, text, headers } = await api().get(`${pathOf(ExportEvaluation, { path: { id, file } })}${query}`)
  if (status !== 200) throw new Error(text)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.+-]+"$/u)
  return text
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** Every question's samples, gathered as a reader of logs gathers them. */
function samplesByQuestion(rows: readonly LogRow[]): Map<string, LogSample[]> {
  const questions = new Map<string, LogSample[]>()
  for (const row of rows) {
    if (!row.ok) throw new Error(row.problem)
    if (row.entry === null) continue
    const known = questions.get(row.entry.question.id) ?? []
    questions.set(row.entry.question.id, [...known, ...row.entry.samples])
  }
  return questions
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Decides the samples that were read back, and returns the verdicts in the form of the fleet's own CSV. */
function verdictsOf(questions: ReadonlyMap<string, readonly LogSample[]>, methods: readonly string[]): string[] {
  return [...questions].flatMap(([questionId, samples]) =>
    methods.map((written) => {
      const spec = method(written)
      if (!isTrialMethod(spec)) throw new Error('not in this test')
      const votes = samples.map((sample): Vote => ({
        answer: logAnswer(sample, { kind: 'text', from: 'log' })?.answer ?? null,
        confidences: logSignals(sample),
      }))
      const decision = decide(spec, votes)
      return decision.state === 'open' ? 'open' : [questionId, spec.method, decision.calls, decision.answer].join(' ')
    }),
  )
}

async function storedVerdicts(methods: readonly string[]): Promise<string[]> {
  const [, ...rows] = (await exported('verdicts.csv')).trim().split('\r\n')
  return rows
    .map((row) => row.split(','))
    .filter(([, , key]) => methods.some((written) => key?.includes(method(written).method)))
    .map(([question, , key, ...rest]) =>
      [question, key?.split(/[:@]/u)[0], ...rest].map((cell) => cell?.replaceAll('"', '') ?? ''),
    )
    .map((cells) => {
      // A method key with several parameters contains commas: calls and answer follow the cell that ends in its budget.
      const end = cells.findIndex((cell, place) => place >= 2 && /@\d+$/u.test(cell))
      const [calls = '', answer = ''] = cells.slice(end < 0 ? 2 : end + 1)
      return [cells[0], cells[1], calls, answer.replace(/^'/u, '')].join(' ')
    })
}

it('lm-eval: its samples read back to the same verdicts, one filter a method', async () => {
  const text = await exported('lm-eval-samples.jsonl')
  const rows = lines(text).map((line) => parseLmEvalRow(line, 'samples', { id: 'doc.id' }))
  const token = METHODS.slice(0, 3)
  expect(verdictsOf(samplesByQuestion(rows), token).toSorted()).toEqual((await storedVerdicts(token)).toSorted())
  const filters = new Set(lines(text).map((line) => (JSON.parse(line) as { filter: string }).filter))
  expect([...filters]).toHaveLength(1 + METHODS.length)
  const { results } = JSON.parse(await exported('lm-eval-results.json')) as {
    results: Record<string, Record<string, number>>
  }
  const cges = view.methods.find(({ spec }) => spec.method === 'cges')
  const key = Object.keys(results['three'] ?? {}).find((name) => name.startsWith('exact_match,cges'))
  expect(key?.split(',')).toHaveLength(2)
  expect(results['three']?.[key ?? '']).toBe(cges?.accuracy?.value)
})

it('Inspect: its log is JSON, and reads back to the same verdicts with every confidence', async () => {
  const log = JSON.parse(await exported('inspect.json')) as {
    status: string
    samples: object[]
    results: { total_samples: number; early_stopping: { early_stops: { reason: string }[] } }
  }
  expect(log).toMatchObject({ version: 2, status: 'success', results: { total_samples: 12 } })
  const rows = log.samples.map((sample) => parseInspectSample(JSON.stringify(sample)))
  expect(verdictsOf(samplesByQuestion(rows), METHODS).toSorted()).toEqual((await storedVerdicts(METHODS)).toSorted())
  const early = view.methods.reduce((sum, each) => sum + each.resolved, 0)
  expect(log.results.early_stopping.early_stops.length).toBeGreaterThan(2)
  expect(log.results.early_stopping.early_stops.length).toBeLessThan(early)
  expect(log.results.early_stopping.early_stops[0]?.reason).toMatch(/: (threshold|window)$/u)
})

it('JSONL: samples read back to the same verdicts, and neither reference answers nor grades are among them', async () => {
  const text = await exported('samples.jsonl')
  const [, ...rows] = lines(text)
  expect(verdictsOf(samplesByQuestion(rows.map((row) => parseSampleRow(row))), METHODS).toSorted()).toEqual(
    (await storedVerdicts(METHODS)).toSorted(),
  )
  expect(text).not.toMatch(/gold|correct|grade/u)
  const [, ...gold] = lines(await exported('gold.jsonl')).map((line) => JSON.parse(line) as unknown)
  expect(gold).toMatchObject([{ question_id: 'q-0', answer: '0', grades: { '0': true, '7': false } }, {}, {}])
})

it('CSV: an answer that looks like a formula is text, and tokens are those of the calls charged', async () => {
  const text = await exported('verdicts.csv')
  expect(text).toContain(`"'=2+3"`)
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toMatch(/,"tokens"$/u)
  const tokens = rows.map((row) => Number(/,(\d+)$/u.exec(row)?.[1]))
  expect(sum(tokens)).toBe(sum(view.methods.map((each) => TOKENS * (each.calls ?? NaN) * each.resolved)))
  for (const each of view.methods) expect(each.tokens).toBeCloseTo(TOKENS * (each.calls ?? NaN), 9)
})

it('NeMo: one method’s verdicts, the one asked for', async () => {
  const rows = lines(await exported('nemo-results.jsonl', '?method=asc-beta@4'))
  expect(rows.map((row) => (JSON.parse(row) as { reward: number }).reward)).toEqual([1, 0, 1])
  expect(samplesByQuestion(rows.map((row, place) => parseNemoRow(row, place + 1))).size).toBe(3)
  const { status, text } = await api().get(
    `${pathOf(ExportEvaluation, { path: { id, file: 'nemo-results.jsonl' } })}?method=none`,
  )
  expect([status, text]).toEqual([400, expect.stringContaining('sc@4')])
})

it('pages through more trials than one page holds, each once', async () => {
  const questions = Array.from({ length: 60 }, (_, place) => ({
    id: `many-${place}`,
    question: `${place}?`,
    answer: 'x',
  }))
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'many', questions }))
  const spec = { benchmark: 'many', model: 'm', source: { format: 'nemo', files: ['y'] }, methods: ['sc@1'] }
  const made = (await api().post(pathOf(CreateImport), spec)).body as EvaluationView
  const { text } = await api().get(pathOf(ExportEvaluation, { path: { id: made.id, file: 'gold.jsonl' } }))
  const [, ...rows] = lines(text)
  expect(rows.map((line) => (JSON.parse(line) as { question_id: string }).question_id)).toEqual(
    questions.map((each) => each.id),
  )
})

it('tells neither questions nor responses of a gated benchmark unless asked', async () => {
  await api().db.query(`UPDATE benchmark SET dataset = '{"gated": true}' WHERE name = 'three'`)
  for (const file of ExportFile.options.filter((each) => each !== 'lm-eval-results.json')) {
    const text = await exported(file)
    expect(text, file).not.toContain('Which is')
    expect(text, file).not.toContain('boxed')
  }
  expect(await exported('samples.jsonl', '?examples=1')).toContain('boxed')
})

import {
  type EvaluationView,
  QuestionCounts,
  QuestionFilter,
  QuestionPage,
  type QuestionRow,
  QuestionView,
} from '@cges-fleet/core'
import {
  AddComment,
  CountQuestions,
  ExportEvaluation,
  GetEvaluation,
  GetQuestion,
  ListQuestions,
  pathOf,
  type Route,
  writePath,
} from '@cges-fleet/core/contract'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, it } from 'vitest'
import { HAPPENED, QUESTIONED_METHODS, questionedEvaluation } from '../support/made-evaluations.js'
import { useApi } from './use-api.js'

const api = useApi()
const QUESTIONS = 120

let id = ''
let view: EvaluationView
let verdicts: Exported[] = []
let samples: ExportedSample[] = []

interface Exported {
  readonly question_id: string
  readonly method: string
  readonly calls: string
  readonly answer: string
  readonly correct: string
  readonly score: string
  readonly reason: string
}

interface ExportedSample {
  readonly question_id: string
  readonly sample_index: number
  readonly answer_class: string | null
  readonly outcome: string
  readonly attempt: number
}

beforeAll(async () => {
  id = await questionedEvaluation(api().db, { questions: QUESTIONS })
  view = (await api().get(pathOf(GetEvaluation, { path: { id } }))).body as EvaluationView
  expect(view.status).toBe('done')
  await api().post(pathOf(AddComment, { path: { id, position: '3' } }), { flag: 'ambiguous' })
  await api().post(pathOf(AddComment, { path: { id, position: '5' } }), { text: 'hard, but fair' })
  const csv = (await api().get(pathOf(ExportEvaluation, { path: { id, file: 'verdicts.csv' } }))).text
  verdicts = parse<Exported>(csv, { columns: true })
  const lines = (await api().get(pathOf(ExportEvaluation, { path: { id, file: 'samples.jsonl' } }))).text
    .trim()
    .split('\n')
    .slice(1)
  samples = lines.map((line) => JSON.parse(line) as ExportedSample).filter((row) => row.sample_index !== undefined)
})

const at = (route: Route, query: Record<string, string> = {}, of: Record<string, string> = {}) =>
  writePath(route.at, { path: { id, ...of }, query })

async function read<T>(schema: { parse(value: unknown): T }, path: string): Promise<T> {
  const { status, text, body } = await api().get(path)
  if (status !== 200) throw new Error(text)
  return schema.parse(body)
}

/** Every question that a query finds, page by page. */
async function listed(query: Record<string, string> = {}): Promise<QuestionRow[]> {
  const rows: QuestionRow[] = []
  for (let after: string | null = ''; after !== null;) {
    const place: Record<string, string> = after === '' ? {} : { after }
    const page: QuestionPage = await read(QuestionPage, at(ListQuestions, { ...query, ...place }))
    expect(page.questions.length).toBeLessThanOrEqual(50)
    rows.push(...page.questions)
    after = page.next
  }
  return rows
}

const found = async (query: Record<string, string>) => (await listed(query)).map(({ questionId }) => questionId)

const place = (position: number | undefined) => (position === undefined ? null : { position, replicate: 0 })

/** Groups exported rows by question. */
function byQuestion<T extends { question_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row.question_id, [...(groups.get(row.question_id) ?? []), row])
  return groups
}

/** SC's answer over the first `budget` samples, counted independently of the code under test. */
function majority(of: readonly ExportedSample[], budget: number): string {
  const counts = new Map<string, number>()
  for (const { answer_class, sample_index } of of.toSorted((a, b) => a.sample_index - b.sample_index))
    if (answer_class !== null && sample_index < budget) counts.set(answer_class, (counts.get(answer_class) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0] as [string, number])[0]
}

function expected(): Record<QuestionFilter, string[]> {
  const ofVerdicts = byQuestion(verdicts)
  const ofSamples = byQuestion(samples)
  const all = Array.from({ length: QUESTIONS }, (_, i) => `q-${i}`)
  const where = (holds: (verdicts: readonly Exported[], samples: readonly ExportedSample[]) => boolean) =>
    all.filter((name) => holds(ofVerdicts.get(name) ?? [], ofSamples.get(name) ?? []))
  return {
    disagree: where((each) => new Set(each.map(({ answer }) => answer)).size > 1),
    'confident-wrong': where((each) => each.some(({ correct, score }) => correct === 'false' && Number(score) >= 0.9)),
    'would-flip': where((each, drawn) =>
      each.some(({ calls, answer }) => Number(calls) < 16 && answer !== majority(drawn, 16) && sc(each)),
    ),
    unresolved: where((each) => each.length < QUESTIONED_METHODS.length),
    blocked: [`q-${HAPPENED.blocked}`],
    redrawn: where((_, drawn) => drawn.some(({ attempt }) => attempt > 1)),
    slow: [`q-${HAPPENED.slow}`],
    flagged: ['q-3'],
    commented: ['q-3', 'q-5'],
    truncated: where((_, drawn) => drawn.some(({ outcome }) => outcome === 'truncated')),
  }
}

/** Whether SC has a verdict: until then the answer over the whole budget is unknown. */
const sc = (each: readonly Exported[]) => each.some(({ method }) => method === 'sc@16')

it('finds by each filter what an independent look at the exports finds, and counts as much', async () => {
  const counts = await read(QuestionCounts, at(CountQuestions))
  expect(counts).toMatchObject({ trials: QUESTIONS, lookedAt: QUESTIONS, matching: QUESTIONS })
  const wanted = expected()
  for (const filter of QuestionFilter.options) {
    expect(wanted[filter].length, filter).toBeGreaterThan(0)
    expect(await found({ filter }), filter).toEqual(wanted[filter])
    expect(counts.filters[filter], filter).toBe(wanted[filter].length)
  }
  const both = wanted.disagree.filter((name) => wanted['confident-wrong'].includes(name))
  expect(await found({ filter: 'disagree,confident-wrong' })).toEqual(both)
})

it('names the worst disagreement: what a method got right, and another was surest of when it stopped, and wrong', async () => {
  const { worst } = await read(QuestionCounts, at(CountQuestions, { filter: 'blocked' }))
  expect(worst).toEqual({ position: worstOf([...byQuestion(verdicts).values()]), replicate: 0 })
})

it('finds as many questions as each method’s figures count', async () => {
  for (const { key, resolved, trials, blocked, accuracy } of view.methods) {
    const counted = async (verdict: string) => (await listed({ method: key, verdict })).length
    const correct = Math.round((accuracy?.value ?? Number.NaN) * resolved)
    const unanswered = verdicts.filter(({ method, answer }) => method === key && answer === '').length
    const counts = { correct, wrong: resolved - correct, unanswered, resolved, unresolved: trials - resolved, blocked }
    for (const [verdict, count] of Object.entries(counts)) expect(await counted(verdict), key + verdict).toBe(count)
    const { matching } = await read(QuestionCounts, at(CountQuestions, { method: key, verdict: 'wrong' }))
    expect(matching).toBe(resolved - correct)
  }
  expect(view.methods.some(({ blocked }) => blocked > 0) && verdicts.some(({ answer }) => answer === '')).toBe(true)
})

it('narrows a filter to one method, an answer and a text', async () => {
  const flips = verdicts.filter(({ method, calls }) => method.startsWith('esc') && Number(calls) < 16)
  const ofEsc = expected()['would-flip'].filter((name) =>
    flips.some(({ question_id, answer }) => {
      const drawn = samples.filter((each) => each.question_id === name)
      return question_id === name && answer !== majority(drawn, 16)
    }),
  )
  expect(await found({ filter: 'would-flip', method: 'esc' })).toEqual(ofEsc)
  const named = verdicts.filter(({ answer }) => answer === '12').map(({ question_id }) => question_id)
  expect(await found({ answer: '12' })).toEqual(
    [...new Set(named)].toSorted((a, b) => Number(a.slice(2)) - Number(b.slice(2))),
  )
  expect(await found({ q: 'NUMBER IS 17?' })).toEqual(['q-17'])
  expect(await found({ q: 'q-11' })).toHaveLength(11)
  expect(await found({ q: '%' })).toEqual([])
  expect(await found({ q: '_' })).toEqual([])
})

it('pages forwards and backwards over the same questions, each once', async () => {
  const all = await listed()
  expect(all.map(({ position }) => position)).toEqual(Array.from({ length: QUESTIONS }, (_, i) => i))
  const first = await read(QuestionPage, at(ListQuestions))
  expect([first.previous, first.next]).toEqual([null, '0.49'])
  const last = await read(QuestionPage, at(ListQuestions, { after: '0.99' }))
  expect([last.questions.length, last.next, last.previous]).toEqual([20, null, '0.100'])
  const before = await read(QuestionPage, at(ListQuestions, { before: '0.100' }))
  expect(before.questions.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, i) => 50 + i))
  expect([before.previous, before.next]).toEqual(['0.50', '0.99'])
  const start = await read(QuestionPage, at(ListQuestions, { before: '0.10' }))
  expect([start.questions.length, start.previous]).toEqual([10, null])
})

it('shows one question with its samples, answers, attempts and verdicts, and its neighbours in a selection', async () => {
  const seen = await read(QuestionView, at(GetQuestion, { filter: 'disagree' }, { position: String(HAPPENED.redrawn) }))
  const redrawn = samples.filter(({ question_id }) => question_id === `q-${HAPPENED.redrawn}`)
  expect(seen).toMatchObject({ prompt: `Which number is 7?`, gold: '7', state: 'closed', withheld: false })
  expect(seen.samples.map(({ answer }) => (answer === null ? null : seen.answers[answer]?.key))).toEqual(
    redrawn.map(({ answer_class }) => answer_class),
  )
  for (const { key, count, correct } of seen.answers) {
    expect(count).toBe(redrawn.filter(({ answer_class }) => answer_class === key).length)
    expect(correct).toBe(key === '7')
  }
  expect(seen.samples[0]?.attempts.map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'the model server was away'],
    ['settled', null],
  ])
  expect(seen.verdicts.map(({ method }) => method)).toEqual(view.methods.map(({ key }) => key))
  const disagreeing = expected().disagree.map((name) => Number(name.slice(2)))
  const [below, secondBelow] = disagreeing.filter((place) => place < HAPPENED.redrawn).toReversed()
  const [above, secondAbove] = disagreeing.filter((place) => place > HAPPENED.redrawn)
  expect(seen.neighbours).toEqual({
    previous: place(below),
    next: place(above),
    secondPrevious: place(secondBelow),
    secondNext: place(secondAbove),
    previousDisagreement: place(below),
    nextDisagreement: place(above),
  })
  const blocked = await read(QuestionView, at(GetQuestion, {}, { position: String(HAPPENED.blocked) }))
  expect(blocked.verdicts.find(({ method }) => method === 'sc@16')).toMatchObject({ state: 'blocked', correct: null })
  expect(blocked.samples[2]).toMatchObject({ outcome: 'infra_error', error: 'the model server was away' })
})

interface Verdict {
  readonly question_id: string
  readonly answer: string
  readonly correct: string
  readonly score: string
  readonly reason: string
}

/** The position of the worst disagreement among exported verdicts, a list of each question's, found apart from the code under test. */
function worstOf(questions: readonly (readonly Verdict[])[]): number | undefined {
  const places = questions.flatMap((each) => {
    const wrong = each.filter(({ correct }) => correct === 'false')
    const early = wrong.filter(({ reason }) => reason !== 'budget')
    const disagree = new Set(each.map(({ answer }) => answer)).size > 1
    if (!disagree || early.length === 0 || wrong.length === each.length) return []
    const position = Number(each[0]?.question_id.slice(2))
    return [{ position, surest: Math.max(...early.map(({ score }) => Number(score))) }]
  })
  if (places.length < 2) throw new Error('too few disagreements for one to be the worst')
  return places.toSorted((a, b) => b.surest - a.surest || a.position - b.position)[0]?.position
}

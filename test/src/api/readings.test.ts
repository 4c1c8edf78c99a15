import { EvaluationStatistics, type EvaluationView } from '@cges-fleet/core'
import { AddSamples, CreateImport, ExportEvaluation, pathOf, GetStatistics } from '@cges-fleet/core/contract'
import { LOCAL_TEAM, saveBenchmark } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { benchmark, questions, round } from '../support/evaluation-rows.js'
import { importedReadings } from '../support/made-evaluations.js'
import { useApi } from './use-api.js'

const api = useApi()

/** Of 40 samples: 10 marked, all right; 5 stated, 4 of them right; 20 last, 5 of them right; 3 unknown; 2 without. */
const SAMPLES = importedReadings([
  { tier: 'marked', right: 10 },
  { tier: 'stated', right: 4, wrong: 1 },
  { tier: 'last', right: 5, wrong: 15 },
  { tier: null, wrong: 3 },
  { none: 2 },
])

const SPEC = { benchmark: 'tiers', model: 'm', source: { format: 'nemo', files: ['x'] }, methods: ['sc@4'] }

async function created(): Promise<string> {
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'tiers', questions: questions(10) }))
  return ((await api().post(pathOf(CreateImport), SPEC)).body as EvaluationView).id
}

async function readingsOf(id: string) {
  const { body, text, status } = await api().get(pathOf(GetStatistics, { path: { id } }))
  if (status !== 200) throw new Error(text)
  const { interim, samples } = EvaluationStatistics.parse(body)
  const { tiers, without, warnings } = samples.readings
  const rows = tiers.map((each) => [each.tier, each.samples, each.share, each.accuracy])
  return { interim, rows, without: without.map(({ share }) => share), warnings, outcomes: samples.outcomes }
}

it('tells the share of each tier as samples come, and its accuracy once the evaluation has ended', async () => {
  const id = await created()
  await api().post(pathOf(AddSamples, { path: { id } }), { samples: SAMPLES.slice(0, 20) })
  await round(api().db, id)
  const running = await readingsOf(id)
  expect(running.interim).toEqual({ kind: 'not_done', counts: {}, why: 'running' })
  expect(running.rows).toEqual([
    ['marked', 10, 0.5, null],
    ['stated', 5, 0.25, null],
    ['last', 5, 0.25, null],
    [null, 0, 0, null],
  ])
  await api().post(pathOf(AddSamples, { path: { id } }), { samples: SAMPLES, complete: true })
  await round(api().db, id)
  const done = await readingsOf(id)
  expect(done).toMatchObject({ interim: null, outcomes: { answer: 38, no_answer: 2 }, without: [0.05, 0, 0] })
  expect(done.rows).toEqual([
    ['marked', 10, 0.25, 1],
    ['stated', 5, 0.125, 0.8],
    ['last', 20, 0.5, 0.25],
    [null, 3, 0.075, 0],
  ])
  expect(done.warnings).toEqual([{ kind: 'guessed', counts: { share: expect.closeTo(0.526, 3) }, why: null }])
})

it('stores the tier beside the answer, exports it, and takes no other word for one', async () => {
  const id = await created()
  const spoilt = SAMPLES.map((sample) => ({ ...sample, answerTier: 'guessed' }))
  expect(await api().post(pathOf(AddSamples, { path: { id } }), { samples: spoilt })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('samples.0.answerTier') },
  })
  await api().post(pathOf(AddSamples, { path: { id } }), { samples: SAMPLES, complete: true })
  await round(api().db, id)
  const { text } = await api().get(pathOf(ExportEvaluation, { path: { id, file: 'samples.jsonl' } }))
  const exported = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { question_id: string; sample_index?: number; answer_tier: string | null })
    .filter((row) => row.sample_index !== undefined)
  const tiers = new Map(exported.map((row) => [`${row.question_id} ${row.sample_index}`, row.answer_tier]))
  expect(tiers.size).toBe(40)
  for (const { questionId, index, answerTier } of SAMPLES) expect(tiers.get(`${questionId} ${index}`)).toBe(answerTier)
})

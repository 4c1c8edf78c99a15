import type { EvaluationView } from '@cges-fleet/core'
import { AddSamples, CreateImport, ExportEvaluation, pathOf } from '@cges-fleet/core/contract'
import type { ExportFile } from '@cges-fleet/core'
import { LOCAL_TEAM, selectExportPage, saveBenchmark } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { benchmark, round } from '../support/evaluation-rows.js'
import { importedSample } from '../support/landed-samples.js'
import { useApi } from './use-api.js'

const api = useApi()

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

it('ends a page early where texts are long, and exports all of them', async () => {
  const questions = Array.from({ length: 8 }, (_, place) => ({
    id: `long-${place}`,
    question: `${place}?`,
    answer: 'x',
  }))
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'long', questions }))
  const spec = { benchmark: 'long', model: 'm', source: { format: 'nemo', files: ['z'] }, methods: ['sc@1'] }
  const { id: evaluationId } = (await api().post(pathOf(CreateImport), spec)).body as EvaluationView
  for (const { id: questionId } of questions) {
    const sample = importedSample(questionId, 0, { answer: 'x', text: 'x'.repeat(900_000) })
    const { status, text } = await api().post(pathOf(AddSamples, { path: { id: evaluationId } }), { samples: [sample] })
    expect(status, text).toBe(200)
  }
  await round(api().db, evaluationId)
  const wanted = { evaluationId, after: null, examples: true, samplesPerTrial: 1 }
  const pages = await Promise.all(
    [true, false].map((texts) => selectExportPage(api().db, LOCAL_TEAM, { ...wanted, texts })),
  )
  // The fifth trial takes the page over 4 MB.
  expect(pages.map((page) => page.length)).toEqual([5, 8])
  const { text } = await api().get(pathOf(ExportEvaluation, { path: { id: evaluationId, file: 'samples.jsonl' } }))
  expect(text.match(/x{900000}/gu)).toHaveLength(8)
})

it('writes texts that are too much to hold at once, each in its place, in every format', async () => {
  const questions = [{ id: 'vast', question: 'Which?', answer: '1' }]
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'vast', questions }))
  const spec = { benchmark: 'vast', model: 'm', source: { format: 'nemo', files: ['v'] }, methods: ['sc@6'] }
  const { id: evaluationId } = (await api().post(pathOf(CreateImport), spec)).body as EvaluationView
  const texts = Array.from({ length: 6 }, (_, index) => `${index}/"\\n\u2028${'é'.repeat(400_000)} \\boxed{1}`)
  for (const [index, text] of texts.entries()) {
    const sample = importedSample('vast', index, { text })
    expect((await api().post(pathOf(AddSamples, { path: { id: evaluationId } }), { samples: [sample] })).status).toBe(
      200,
    )
  }
  await round(api().db, evaluationId)
  const wanted = { evaluationId, after: null, examples: true, samplesPerTrial: 6, texts: true }
  const [held] = await selectExportPage(api().db, LOCAL_TEAM, wanted)
  expect(held?.samples.map(({ text }) => text)).toEqual(texts.map(() => ''))
  const whole = async (file: ExportFile) =>
    (await api().get(pathOf(ExportEvaluation, { path: { id: evaluationId, file } }))).text
  const rows = async (file: ExportFile) => lines(await whole(file)).map((line) => JSON.parse(line) as never)
  const [, ...samples] = await rows('samples.jsonl')
  expect(samples.map(({ response }) => response)).toEqual(texts)
  const [{ resps }] = (await rows('lm-eval-samples.jsonl')) as unknown as [{ resps: string[][] }]
  expect(resps).toEqual([texts])
  const [{ model_response: shown }] = (await rows('nemo-results.jsonl')) as unknown as [{ model_response: string }]
  expect(shown).toBe(texts[0])
  const { samples: epochs } = JSON.parse(await whole('inspect.json')) as {
    samples: { output: { completion: string } }[]
  }
  expect(epochs.map(({ output }) => output.completion)).toEqual(texts)
})

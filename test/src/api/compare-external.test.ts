import { AddVerdicts, writePath } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { comparedEvaluation, COMPARED_METHODS } from '../support/made-evaluations.js'
import { select } from '../support/evaluation-rows.js'
import { asCounted } from './as-counted.js'
import { useApi } from './use-api.js'

const api = useApi()
const { compared, judged, expectAsCounted } = asCounted(api)
const QUESTIONS = 40

/** Imports verdicts of a rule that takes the second answer, on the first trials of an evaluation. */
async function imported(id: string, name: string, trials: number): Promise<void> {
  const verdicts = await select<{ questionId: string; replicate: number; calls: number; answer: string | null }>(
    api().db,
    `SELECT t.question_id AS "questionId", t.replicate, 2 AS calls, s.answer_key AS answer
     FROM trial t JOIN sample s ON s.trial_id = t.id AND s.index = 1
     WHERE t.evaluation_id = $1 ORDER BY t.position LIMIT $2`,
    [id, trials],
  )
  const { status, text } = await api().post(writePath(AddVerdicts.at, { path: { id } }), { name, budget: 4, verdicts })
  if (status !== 200) throw new Error(text)
}

/** The tokens generated in all the calls that a method is charged for. */
async function tokensOf(id: string, method: string): Promise<number> {
  const [row] = await select<{ tokens: number }>(
    api().db,
    `SELECT sum(s.completion_tokens)::int AS tokens FROM verdict v
     JOIN sample s ON s.trial_id = v.trial_id AND s.index < v.calls WHERE v.evaluation_id = $1 AND v.method_key = $2`,
    [id, method],
  )
  return row?.tokens ?? NaN
}

it('compares rules of one’s own as any method, where they have all verdicts, and says where they have not', async () => {
  const { db } = api()
  const first = await comparedEvaluation(db, { questions: QUESTIONS, benchmark: 'compared', seed: 7 })
  const second = await comparedEvaluation(db, { questions: QUESTIONS, benchmark: 'compared', seed: 8, wrongMore: true })
  for (const id of [first, second]) await imported(id, 'second', QUESTIONS)
  await imported(first, 'half', QUESTIONS / 2)
  const evaluations = [first, second].join(',')
  const external = 'external:name=second@4'
  const half = 'external:name=half@4'
  const { pairs, evaluations: shown } = await compared({ evaluations })
  expect(shown.map(({ methods }) => methods.map(({ key }) => key))).toEqual([
    [...COMPARED_METHODS, external, half],
    [...COMPARED_METHODS, external],
  ])
  expect(pairs.map(({ method }) => method)).toEqual([...COMPARED_METHODS, external])
  await expectAsCounted(pairs)
  expect((await judged({ evaluations })).pairs.map(({ method }) => method)).toEqual([...COMPARED_METHODS, external])

  const within = await compared({ evaluations, with: 'own' })
  const ofHalf = within.pairs.filter(({ method }) => method === half)
  expect(ofHalf).toMatchObject([
    { state: 'excluded', note: { kind: 'partly_judged', counts: { judged: 20, trials: 40 } }, paired: null },
  ])
  const others = within.pairs.filter(({ method }) => method !== half)
  expect(others.filter(({ method }) => method === external).map(({ baseMethod }) => baseMethod)).toEqual([
    'sc@4',
    'sc@4',
  ])
  await expectAsCounted(others)
  await expectAsCounted((await compared({ evaluations, against: 'external:name=second', methods: 'sc@4' })).pairs)

  const command = cges(['compare', first, second, '--against', 'external:name=second', '--api', api().url])
  expect(await command.code, command.err()).toBe(0)
  expect(command.out()).toMatch(/B esc:window=2@4 against A external:name=second@4 .*40/u)
  const more = await tokensOf(second, 'esc:answerFrom=plurality,window=2@4')
  const less = await tokensOf(first, external)
  const [, tokens] =
    /B esc:window=2@4 against A external\S+ .*\] +[+−-]\d+\.\d\d +([+−-]\d+) /u.exec(command.out()) ?? []
  expect(Math.abs(Number(tokens?.replace('−', '-')) - (more - less) / QUESTIONS)).toBeLessThan(0.51)
  expect(command.out()).toContain('external: your own rule')
})

import { EvaluationView } from '@cges-fleet/core'
import { pathOf, GetEvaluation } from '@cges-fleet/core/contract'
import type { ClaimedDraw } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useApi } from './use-api.js'

const api = useApi()

/** Right unless the number contains a five. */
const model = ({ question }: ClaimedDraw) => drawn(question.replaceAll(/\D|5/gu, ''))

it('tells where a running evaluation will end, from the first trials of its order that are closed', async () => {
  const { db } = api()
  const id = await submit(db, { methods: ['sc@2', 'sc@1'], benchmark: { name: 'sixty', questions: questions(60) } })
  const methods = async () =>
    EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body).methods
  await round(db, id)
  await landAll(db, model)
  expect((await methods()).map(({ live }) => live)).toEqual([null, null])
  await round(db, id)
  const running = await methods()
  const { n } = running[0]?.live ?? { n: 0 }
  expect(n).toBeGreaterThan(9)
  expect(n).toBeLessThan(60)
  expect(running.map(({ live, interim }) => [live?.n, live?.calls, interim])).toEqual([
    [n, 2, true],
    [n, 1, true],
  ])
  while ((await landAll(db, model)) > 0) await round(db, id)
  for (const [at, { live, accuracy }] of (await methods()).entries()) {
    expect(live).toBeNull()
    expect(accuracy?.value).toBeGreaterThanOrEqual(running[at]?.live?.low ?? 1)
    expect(accuracy?.value).toBeLessThanOrEqual(running[at]?.live?.high ?? 0)
  }
})

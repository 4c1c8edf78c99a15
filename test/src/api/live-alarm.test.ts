import { EvaluationView } from '@cges-fleet/core'
import { GetEvaluation, ListEvaluations, pathOf } from '@cges-fleet/core/contract'
import { landSample, newId, selectFleetTotals } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  POOL,
  questions,
  registerSilent,
  round,
  select,
  submit,
  WORKER,
} from '../support/evaluation-rows.js'
import { useApi } from './use-api.js'

const api = useApi()

const WORKERS = [WORKER, { id: newId(), secret: newId() }] as const
const QUESTIONS = 300

/** Two workers draw in turns; from some question on the second is always wrong, if one is bad. */
async function run(name: string, badFrom: number) {
  const { db } = api()
  const id = await submit(db, { methods: ['sc@1'], benchmark: { name, questions: questions(QUESTIONS) } })
  await registerSilent(db, WORKERS[1])
  const views: EvaluationView[] = []
  let landed = 0
  for (;;) {
    await round(db, id)
    views.push(EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body))
    const pending = await select<{ callId: string }>(
      db,
      `SELECT k.id AS "callId" FROM call k JOIN trial t ON t.id = k.trial_id
       WHERE k.evaluation_id = $1 AND k.state = 'pending' ORDER BY t.ordinal LIMIT 20`,
      [id],
    )
    if (pending.length === 0) return { id, views }
    for (const { callId } of pending) {
      const place = landed % 2
      const draw = await claim(db, { callId }, { worker: place === 0 ? WORKERS[0] : WORKERS[1] })
      const own = draw.question.replaceAll(/\D/gu, '')
      const isWrong = Number(own) % 5 === 0 || (place === 1 && landed >= badFrom)
      await landSample(db, { ...draw, gpuMs: 100 }, drawn(isWrong ? 'wrong' : own))
      landed += 1
    }
  }
}

it('withdraws the live interval when one worker’s answers go bad, and says which in API, list and events', async () => {
  const { id, views } = await run('one goes bad', 120)
  const alarmed = views.filter(({ alarm }) => alarm !== null)
  const first = alarmed.find(({ alarm }) => alarm?.kind === 'server')
  expect(first?.alarm?.server).toBe(WORKERS[1].id)
  expect(first?.alarm?.at).toBeLessThan(QUESTIONS)
  expect(first?.status).toBe('running')
  for (const { methods, alarm, status } of views) {
    if (status !== 'running' || methods.every(({ resolved }) => resolved === 0)) continue
    if (alarm !== null) expect(methods.map(({ live }) => live)).toEqual([null])
  }
  expect(views.some(({ methods }) => methods[0]?.live != null)).toBe(true)
  expect(first?.warnings.join('\n')).toContain(`worker ${WORKERS[1].id} answers differently from the others`)
  expect(first?.events.map(({ kind }) => kind)).toContain('alarm')
  expect(views.at(-1)).toMatchObject({ id, status: 'done', alarm: { server: WORKERS[1].id } })
  expect((await api().get(pathOf(ListEvaluations))).status).toBe(200)
  await api().db.query(`UPDATE evaluation SET status = 'running', finished_at = NULL WHERE id = $1`, [id])
  const { pools } = await selectFleetTotals(api().db)
  expect(pools.find(({ pool }) => pool === POOL)?.unlike).toBe(1)
  await api().db.query(`UPDATE evaluation SET status = 'done', finished_at = now() WHERE id = $1`, [id])
})

it('shows a live interval to the end where both workers answer alike', async () => {
  const { views } = await run('both alike', Infinity)
  expect(views.flatMap(({ alarm }) => alarm ?? [])).toEqual([])
  expect(views.at(-1)?.status).toBe('done')
})

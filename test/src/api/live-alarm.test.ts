import { type AlarmNote, EvaluationView } from '@cges-fleet/core'
import { GetEvaluation, ListEvaluations, pathOf } from '@cges-fleet/core/contract'
import { newId, selectFleetTotals } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { POOL, questions, registerSilent, round, submit, WORKER } from '../support/evaluation-rows.js'
import { landInTurns } from '../support/land-in-turns.js'
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
  const alarms: AlarmNote[] = []
  let landed = 0
  for (;;) {
    const { alarm } = await round(db, id)
    if (alarm !== null) alarms.push(alarm)
    views.push(EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body))
    const now = await landInTurns(db, id, { workers: WORKERS, badFrom, landed })
    if (now === landed) return { id, views, alarms }
    landed = now
  }
}

it('withdraws the live interval when one worker’s answers go bad, and says which in API, list and events', async () => {
  const { id, views, alarms } = await run('one goes bad', 120)
  expect(alarms.at(-1)).toMatchObject({ kind: 'server_differs', why: WORKERS[1].id })
  expect(new Set(alarms.map(({ kind }) => kind)).size).toBe(alarms.length)
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
  expect(first?.warnings).toContainEqual(expect.objectContaining({ kind: 'server_differs', why: WORKERS[1].id }))
  expect(first?.events.map(({ kind }) => kind)).toContain('alarm')
  expect(views.at(-1)).toMatchObject({ id, status: 'done', alarm: { server: WORKERS[1].id } })
  expect((await api().get(pathOf(ListEvaluations))).status).toBe(200)
  await api().db.query(`UPDATE evaluation SET status = 'running', finished_at = NULL WHERE id = $1`, [id])
  const { pools } = await selectFleetTotals(api().db)
  expect(pools.find(({ pool }) => pool === POOL)?.unlike).toBe(1)
  await api().db.query(`UPDATE evaluation SET status = 'done', finished_at = now() WHERE id = $1`, [id])
})

it('shows a live interval to the end where both workers answer alike', async () => {
  const { views, alarms } = await run('both alike', Infinity)
  expect(alarms).toEqual([])
  expect(views.flatMap(({ alarm }) => alarm ?? [])).toEqual([])
  expect(views.at(-1)?.status).toBe('done')
})

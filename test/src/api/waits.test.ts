import { EvaluationPage, EvaluationView } from '@cges-fleet/core'
import {
  CancelEvaluation,
  FollowEvaluation,
  ExportEvaluations,
  GetEvaluation,
  ListEvaluations,
  pathOf,
  PauseEvaluation,
  ResumeEvaluation,
} from '@cges-fleet/core/contract'
import { heartbeat, newId, noteRoundFailure, noteSweep } from '@cges-fleet/db'
import { expect, it, vi } from 'vitest'
import { claim, POOL, round, submit } from '../support/evaluation-rows.js'
import { follow, useApi } from './use-api.js'

const api = useApi()
const worker = newId()
/** A pool's answer to one team is kept for a second. */
const AFTER = { timeout: 60_000, interval: 200 }

const waits = async (id: string) => {
  const { body } = await api().get(pathOf(GetEvaluation, { path: { id } }))
  return EvaluationView.parse(body).waits
}
const listed = async (id: string) => {
  const { evaluations } = EvaluationPage.parse((await api().get(pathOf(ListEvaluations))).body)
  return evaluations.find((each) => each.id === id)?.waits
}
const beat = (isReady: boolean, reason: string | null = null) =>
  heartbeat(api().db, { id: worker, pool: POOL, slots: 8, ready: isReady, reason, engine: null })

it(
  'says what an evaluation that is not moving waits for, in its view and live, and nothing while it draws',
  { timeout: 60_000 },
  async () => {
    const { db, url } = api()
    const id = await submit(db, { methods: ['sc@4'] })
    const stream = await follow(`${url}${pathOf(FollowEvaluation, { path: { id } })}`)
    // It is ended with the API.
    stream.ended.catch(() => undefined)
    expect(await waits(id)).toEqual({ kind: 'no-worker', counts: { known: 0 }, why: null })
    await vi.waitFor(() => expect(EvaluationView.parse(stream.events[0]?.data).waits?.kind).toBe('no-worker'))
    await beat(false, 'the model server answered 307')
    await vi.waitFor(
      async () => expect(await waits(id)).toMatchObject({ kind: 'no-worker', counts: { known: 1 } }),
      AFTER,
    )
    expect((await waits(id))?.why).toBe('the model server answered 307')
    await beat(true)
    const { queued } = await round(db, id)
    await vi.waitFor(
      async () => expect(await waits(id)).toMatchObject({ kind: 'no-coordinator', counts: { seconds: null } }),
      AFTER,
    )
    await noteSweep(db)
    await vi.waitFor(async () => expect(await waits(id)).toMatchObject({ kind: 'under-way' }), AFTER)
    await db.query(`UPDATE team SET max_tokens_per_day = 1`)
    await vi.waitFor(
      async () => expect(await waits(id)).toMatchObject({ kind: 'team-limit', counts: { most: 1 } }),
      AFTER,
    )
    await db.query(`UPDATE team SET max_tokens_per_day = NULL`)
    await api().post(pathOf(PauseEvaluation, { path: { id } }), { reason: 'lunch' })
    expect(await waits(id)).toMatchObject({ kind: 'paused', why: { kind: 'asked', why: 'lunch' } })
    await api().post(pathOf(ResumeEvaluation, { path: { id } }))
    for (const ref of queued.slice(0, 1)) await claim(db, ref)
    expect(await waits(id)).toBeNull()
    for (let nth = 0; nth < 3; nth++) await noteRoundFailure(db, id, 'a fault')
    expect(await waits(id)).toMatchObject({
      kind: 'stuck',
      why: { kind: 'rounds_fail', counts: { failures: 3 }, why: 'a fault' },
    })
    await api().post(pathOf(CancelEvaluation, { path: { id } }))
    expect(await waits(id)).toBeNull()
    const { body } = await api().get(pathOf(GetEvaluation, { path: { id } }))
    expect(EvaluationView.parse(body).status).toBe('cancelled')
  },
)

it('says it in the list and its files too, of each evaluation its own, and asks each pool once', async () => {
  const { db } = api()
  await noteSweep(db)
  const [waiting, held, moving] = await Promise.all([1, 2, 3].map(() => submit(db, { methods: ['sc@4'] })))
  if (waiting === undefined || held === undefined || moving === undefined) throw new Error('nothing was submitted')
  await api().post(pathOf(PauseEvaluation, { path: { id: held } }), { reason: 'lunch' })
  const { queued } = await round(db, moving)
  for (const ref of queued.slice(0, 1)) await claim(db, ref)
  await vi.waitFor(async () => expect((await listed(waiting))?.kind).toBe('under-way'), AFTER)
  expect(await listed(waiting)).toEqual(await waits(waiting))
  expect(await listed(held)).toMatchObject({ kind: 'paused', why: { kind: 'asked', why: 'lunch' } })
  expect(await listed(moving)).toBeNull()
  const { text } = await api().get(pathOf(ExportEvaluations, { path: { file: 'evaluations.csv' } }))
  expect(text).toContain('Paused. “lunch”. Resume it to go on.')
})

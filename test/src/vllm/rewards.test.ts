import { ListPools, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { ATTEMPTS } from '../support/evaluation-rows.js'

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

const METHODS = ['sc@8', 'cges:confidence=rm,gamma=0.99@8']

it('runs CGES by a reward model live, each score a call of its own in the ledger', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, rewards: true })
  const done = await fleet.ended((await fleet.submit({ methods: METHODS, questions: 24 })).id)
  expect(done).toMatchObject({ status: 'done', trials: { closed: 24, blocked: 0 } })
  const [sc, cges] = done.methods
  expect(cges?.calls ?? 9).toBeLessThan(0.8 * (sc?.calls ?? 0))
  const samples = await fleet.sql<{ scored: boolean; answered: boolean; ends: boolean }>(
    `SELECT signals ? 'rm' AS scored, outcome = 'answer' AS answered,
            (reward_steps ->> -1)::float8 BETWEEN (signals ->> 'rm')::float8 - 1e-6 AND (signals ->> 'rm')::float8 + 1e-6 AS ends
     FROM sample WHERE evaluation_id = $1`,
    [done.id],
  )
  expect(samples.every(({ scored, answered }) => (scored ?? false) === answered)).toBe(true)
  expect(samples.every(({ ends, answered }) => !answered || ends)).toBe(true)
  const ledger = await fleet.sql<{ kind: string; n: number }>(
    `SELECT kind, count(*)::int AS n FROM ${ATTEMPTS} l WHERE evaluation_id = $1 AND state = 'settled' GROUP BY kind ORDER BY kind`,
    [done.id],
  )
  const answered = samples.filter((sample) => sample.answered).length
  const others = await fleet.sql(
    `SELECT kind, state, reason, fence, index, trial_id FROM ${ATTEMPTS} l
     WHERE evaluation_id = $1 AND (state <> 'settled' OR fence > 1)`,
    [done.id],
  )
  expect(ledger, JSON.stringify(others)).toEqual([
    { kind: 'draw', n: samples.length },
    { kind: 'score', n: answered },
  ])
  const again = await fleet.ended((await fleet.submit({ methods: METHODS, questions: 24 })).id)
  expect(again.digest).toBe(done.digest)
  const { pools } = (await (await fetch(`${fleet.api}${pathOf(ListPools)}`)).json()) as { pools: object[] }
  expect(pools).toMatchObject([{ name: 'test', rewardModel: 'reward-model@last' }])
})

it('sets aside what needs a reward model if the pool has none, and draws no reward nobody asked for', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1 })
  const { setAside } = await fleet.submit({ methods: METHODS, questions: 2 })
  expect(setAside).toMatchObject([{ note: { kind: 'no_reward_model' }, spec: { confidence: 'rm' } }])
  const done = await fleet.ended((await fleet.submit({ methods: ['sc@2'], questions: 4 })).id)
  expect(done.status).toBe('done')
})

it('asks a reward server again that fails once, draws nothing anew for it, and blocks what is never scored', async () => {
  const faults = [
    { fault: { kind: 'status', status: 503 }, path: '/pooling', nth: 1 },
    { fault: { kind: 'status', status: 400 }, path: '/pooling', nth: 5 },
  ]
  fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    rewards: true,
    rewardServer: { FAULTS: JSON.stringify(faults) },
  })
  const spec = { methods: ['cges:confidence=rm,gamma=0.99@2'], questions: 12 }
  const done = await fleet.ended((await fleet.submit(spec)).id)
  expect(done).toMatchObject({ status: 'done', trials: { closed: 11, blocked: 1 } })
  const ledger = await fleet.sql<{ kind: string; state: string }>(
    `SELECT DISTINCT kind, state FROM ${ATTEMPTS} l WHERE evaluation_id = $1 ORDER BY kind, state`,
    [done.id],
  )
  expect(ledger).toEqual([
    { kind: 'draw', state: 'failed' },
    { kind: 'draw', state: 'settled' },
    { kind: 'score', state: 'failed' },
    { kind: 'score', state: 'settled' },
  ])
  const given = await fleet.sql<{ outcome: string; error: string }>(
    `SELECT outcome, error FROM sample WHERE evaluation_id = $1 AND error IS NOT NULL`,
    [done.id],
  )
  expect(given).toEqual([{ outcome: 'infra_error', error: expect.stringContaining('the reward server answered 400') }])
})

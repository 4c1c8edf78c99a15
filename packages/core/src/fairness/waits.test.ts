import { expect, it } from 'vitest'
import type { PoolShares } from '../schemas/pool.js'
import { ownWaits, poolWaits } from './waits.js'

const NO_LIMIT = { samplesInFlight: null, tokensToday: null, gpuSecondsThisMonth: null, storedBytes: null }
const own = { pausedEvaluations: 0, cappedEvaluations: 0, inFlight: 0, samples: null, by: null, limits: NO_LIMIT }
const team = { team: 'one', own: true, weight: 1, entitlement: 1, share: null, evaluations: 1, active: 0, waiting: 8 }
const shares: PoolShares = {
  pool: 'gpu',
  slots: 0,
  workers: { known: 2, ready: 0, reason: 'the model server answered 307' },
  teams: [{ ...team, backlog: 4, usable: 12 }],
  own,
}

const swept = { sweptSecondsAgo: 1 }

const told = (status: Parameters<typeof ownWaits>[0]['status'], reason: string | null = null) =>
  ownWaits({ status, reason, source: null })

it('says what an evaluation waits for by itself, and nothing once it has ended', () => {
  expect(told('stuck', 'its rounds fail, 3 in a row, the last with: a fault')).toMatchObject({
    kind: 'stuck',
    why: 'Stuck: its rounds fail, 3 in a row, the last with: a fault.',
  })
  expect(told('paused')).toMatchObject({ kind: 'paused', why: 'Paused. Resume it to go on.' })
  expect([told('running'), told('done'), told('cancelled'), told('failed')]).toEqual([null, null, null, null])
})

it('says what its pool lacks, with the numbers of the sentence and a worker’s own reason', () => {
  expect(poolWaits(shares, { paused: false, ...swept })).toEqual({
    kind: 'no-worker',
    counts: { known: 2 },
    why: 'No worker is ready, of 2 (the model server answered 307): your samples wait for one.',
  })
  expect(poolWaits(shares, { paused: true, ...swept })).toMatchObject({ kind: 'pool-paused', counts: {} })
  expect(poolWaits(shares, { paused: null, ...swept })).toMatchObject({ kind: 'queue-away' })
})

it('says that no coordinator is at work where nothing else holds it', () => {
  const free = { ...shares, slots: 8, workers: { known: 1, ready: 1, reason: null } }
  const why = (sweptSecondsAgo: number | null, of: PoolShares = free) =>
    poolWaits(of, { paused: false, sweptSecondsAgo })
  expect(why(3).kind).toBe('under-way')
  expect(why(61.4)).toEqual({
    kind: 'no-coordinator',
    counts: { seconds: 61 },
    why: 'No coordinator has been at work for 61 seconds: nothing is planned or decided until one runs.',
  })
  expect(why(null).why).toBe('No coordinator has run yet: nothing is planned or decided until one runs.')
  expect(why(61, shares).kind).toBe('no-worker')
})

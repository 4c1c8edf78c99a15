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
  expect(poolWaits(shares, { paused: false })).toEqual({
    kind: 'no-worker',
    counts: { known: 2 },
    why: 'No worker is ready, of 2 (the model server answered 307): your samples wait for one.',
  })
  expect(poolWaits(shares, { paused: true })).toMatchObject({ kind: 'pool-paused', counts: {} })
  expect(poolWaits(shares, { paused: null })).toMatchObject({ kind: 'queue-away' })
})

import { expect, it } from 'vitest'
import type { EvaluationReason } from '../schemas/notes.js'
import type { PoolShares } from '../schemas/pool.js'
import { heldWhileDrawn, waitsOfStatus, poolWaits } from './waits.js'

const NO_LIMIT = { samplesInFlight: null, tokensToday: null, gpuSecondsThisMonth: null, storedBytes: null }
const priorities = { low: 0, normal: 1, high: 0 }
const allowance = {
  pausedEvaluations: 0,
  cappedEvaluations: 0,
  priorities,
  inFlight: 0,
  samples: null,
  by: null,
  limits: NO_LIMIT,
}
const team = {
  team: 'one',
  own: true,
  weight: 1,
  entitlement: 1,
  reserved: 0,
  share: null,
  evaluations: 1,
  active: 0,
  waiting: 8,
}
const shares: PoolShares = {
  pool: 'gpu',
  slots: 0,
  workers: { known: 2, ready: 0, reason: 'the model server answered 307' },
  paused: null,
  teams: [{ ...team, backlog: 4, usable: 12 }],
  reservations: [],
  own: allowance,
}

const swept = { queueAnswers: true, sweptSecondsAgo: 1 }

const waitsIn = (status: Parameters<typeof waitsOfStatus>[0]['status'], reason: EvaluationReason | null = null) =>
  waitsOfStatus({ status, reason, source: null })

it('finds what an evaluation waits for by itself, and nothing once it has ended', () => {
  const why = { kind: 'rounds_fail', counts: { failures: 3 }, why: 'a fault' } as const
  expect(waitsIn('stuck', why)).toEqual({ kind: 'stuck', counts: {}, why })
  expect(waitsIn('paused')).toEqual({ kind: 'paused', counts: {}, why: null })
  expect([waitsIn('running'), waitsIn('done'), waitsIn('cancelled'), waitsIn('failed')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

it('tells a limit that leaves room from a fleet in which nobody plans', () => {
  const limited: PoolShares = {
    ...shares,
    slots: 8,
    teams: [{ ...team, active: 2, waiting: 0, backlog: 9, usable: 3 }],
    own: { ...allowance, inFlight: 2, samples: 1, by: 'samplesInFlight', limits: { ...NO_LIMIT, samplesInFlight: 3 } },
  }
  const held = poolWaits(limited, swept, 'normal')
  expect(held).toMatchObject({ kind: 'team-limit', counts: { most: 3, inFlight: 2 } })
  expect(heldWhileDrawn(held)).toBe(held)
  const unplanned = poolWaits(limited, { ...swept, sweptSecondsAgo: 900 }, 'normal')
  expect(unplanned).toMatchObject({ kind: 'no-coordinator' })
  expect([heldWhileDrawn(unplanned), heldWhileDrawn(null)]).toEqual([null, null])
})

it('finds what its pool lacks, with counts and a worker’s own reason', () => {
  expect(poolWaits(shares, swept, 'normal')).toEqual({
    kind: 'no-worker',
    counts: { known: 2 },
    why: 'the model server answered 307',
  })
  expect(poolWaits(shares, { ...swept, queueAnswers: false }, 'normal')).toMatchObject({ kind: 'queue-away' })
})

it('names the pause of its pool before all else, also while the queue is away and nobody plans', () => {
  const paused = { since: '2026-11-28T02:35:00.000Z', by: null, reason: 'new weights' }
  const waits = { kind: 'pool-paused', counts: {}, why: paused }
  expect(poolWaits({ ...shares, paused }, swept, 'normal')).toEqual(waits)
  expect(poolWaits({ ...shares, paused }, { queueAnswers: false, sweptSecondsAgo: null }, 'normal')).toEqual(waits)
})

it('finds that no coordinator is at work where nothing else holds it', () => {
  const free = { ...shares, slots: 8, workers: { known: 1, ready: 1, reason: null } }
  const waits = (sweptSecondsAgo: number | null, of: PoolShares = free) =>
    poolWaits(of, { queueAnswers: true, sweptSecondsAgo }, 'normal')
  expect(waits(3).kind).toBe('under-way')
  expect(waits(61.4)).toEqual({
    kind: 'no-coordinator',
    counts: { seconds: 61 },
    why: null,
  })
  expect(waits(null)).toMatchObject({ kind: 'no-coordinator', counts: { seconds: null } })
  expect(waits(61, shares).kind).toBe('no-worker')
})

it('names the evaluations of the same team that go first, where slots are what it waits for', () => {
  const busy: PoolShares = {
    ...shares,
    slots: 8,
    workers: { known: 1, ready: 1, reason: null },
    teams: [{ ...team, active: 8, backlog: 4, usable: 12 }],
    own: { ...allowance, priorities: { low: 2, normal: 1, high: 3 } },
  }
  const kinds = (['low', 'normal', 'high'] as const).map((priority) => poolWaits(busy, swept, priority))
  expect(kinds).toEqual([
    { kind: 'priority', counts: { higher: 4 }, why: 'low' },
    { kind: 'priority', counts: { higher: 3 }, why: 'normal' },
    { kind: 'slots', counts: { slots: 8 }, why: null },
  ])
})

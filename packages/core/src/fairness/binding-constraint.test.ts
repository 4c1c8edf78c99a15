import { expect, it } from 'vitest'
import type { TeamAllowance, PoolShare, PoolShares } from '../schemas/pool.js'
import { bindingConstraint } from './binding-constraint.js'

const UNLIMITED: TeamAllowance = {
  pausedEvaluations: 0,
  cappedEvaluations: 0,
  priorities: { low: 0, normal: 1, high: 0 },
  inFlight: 8,
  samples: null,
  by: null,
  limits: { samplesInFlight: null, tokensToday: null, gpuSecondsThisMonth: null, storedBytes: null },
}

function share(changes: Partial<PoolShare> = {}): PoolShare {
  const counts = {
    weight: 1,
    entitlement: 1,
    reserved: 0,
    share: 1,
    evaluations: 1,
    active: 8,
    waiting: 8,
    backlog: 20,
    usable: 36,
  }
  return { team: 'one', own: true, ...counts, ...changes }
}

function shares(changes: Partial<PoolShares> = {}): PoolShares {
  const pool = { pool: 'gpu', slots: 8, workers: { known: 2, ready: 2, reason: null }, paused: null }
  return { ...pool, teams: [share()], reservations: [], own: UNLIMITED, ...changes }
}

const limited = (
  by: NonNullable<TeamAllowance['by']>,
  most: number,
  changes: Partial<TeamAllowance> = {},
): TeamAllowance => ({
  ...UNLIMITED,
  samples: 0,
  by,
  limits: { ...UNLIMITED.limits, [by]: most },
  ...changes,
})

const other = share({ team: null, own: false, active: 4, waiting: 90 })

it.each<[string, PoolShares, object]>([
  ['the slots, alone', shares(), { kind: 'slots', counts: { slots: 8 } }],
  [
    'its share, beside others',
    shares({ teams: [share({ active: 4 }), other] }),
    { kind: 'share', counts: { slots: 8, entitlement: 1, share: 1 } },
  ],
  [
    'its limit of samples in flight, with slots free',
    shares({
      teams: [share({ active: 4, waiting: 0 })],
      own: limited('samplesInFlight', 4, { inFlight: 4 }),
    }),
    { kind: 'team-limit', counts: { most: 4, inFlight: 4, slots: 8 }, why: 'samplesInFlight' },
  ],
  [
    'that limit also while one of the four is just being handed over',
    shares({
      teams: [share({ active: 3, waiting: 1 })],
      own: limited('samplesInFlight', 4, { inFlight: 4 }),
    }),
    { kind: 'team-limit', counts: { most: 4 }, why: 'samplesInFlight' },
  ],
  [
    'the slots, where its limit is used up by what is queued for them',
    shares({ own: limited('samplesInFlight', 16, { inFlight: 16 }) }),
    { kind: 'slots' },
  ],
  [
    'its limit, though others have work too',
    shares({
      teams: [share({ active: 2, waiting: 0 }), other],
      own: limited('samplesInFlight', 2, { inFlight: 2 }),
    }),
    { kind: 'team-limit', counts: { most: 2 }, why: 'samplesInFlight' },
  ],
  [
    'its limit below its share, in the moment in which one of its samples has ended',
    shares({
      teams: [share({ entitlement: 0.5, active: 2, waiting: 0 }), other],
      own: limited('samplesInFlight', 3, { inFlight: 2, samples: 1 }),
    }),
    { kind: 'team-limit', counts: { most: 3, inFlight: 2, slots: 8 }, why: 'samplesInFlight' },
  ],
  [
    'that limit also while others have every slot, and the one that ended is replaced',
    shares({
      teams: [share({ entitlement: 0.5, active: 2, waiting: 1 }), { ...other, active: 6 }],
      own: limited('samplesInFlight', 3, { inFlight: 3 }),
    }),
    { kind: 'team-limit', counts: { most: 3 }, why: 'samplesInFlight' },
  ],
  [
    'what its limit leaves beside another pool, if that is below its share here',
    shares({
      teams: [share({ entitlement: 0.5, active: 2, waiting: 0 }), { ...other, active: 6 }],
      own: limited('samplesInFlight', 8, { inFlight: 7, samples: 1 }),
    }),
    { kind: 'team-limit', counts: { most: 8, inFlight: 7 }, why: 'samplesInFlight' },
  ],
  [
    'its share, if its limit is no less',
    shares({
      teams: [share({ entitlement: 0.5, active: 3, waiting: 0 }), { ...other, active: 5 }],
      own: limited('samplesInFlight', 4, { inFlight: 3, samples: 1 }),
    }),
    { kind: 'share' },
  ],
  [
    'its share, while what its limit allows mostly waits for slots',
    shares({
      teams: [share({ entitlement: 0.5, active: 1, waiting: 2 }), { ...other, active: 7 }],
      own: limited('samplesInFlight', 3, { inFlight: 3 }),
    }),
    { kind: 'share' },
  ],
  [
    'its slots, if it has no more work than its limit allows',
    shares({
      teams: [share({ entitlement: 0.5, active: 2, waiting: 0, backlog: 1 }), { ...other, active: 6 }],
      own: limited('samplesInFlight', 3, { inFlight: 2, samples: 1 }),
    }),
    { kind: 'share' },
  ],
  [
    'caps that hold it below its share, while others have every slot',
    shares({
      teams: [share({ entitlement: 0.5, active: 2, waiting: 1 }), { ...other, active: 6 }],
      own: { ...UNLIMITED, cappedEvaluations: 1 },
    }),
    { kind: 'caps', counts: { evaluations: 1 } },
  ],
  [
    'its tokens of the day',
    shares({ teams: [share({ active: 0, waiting: 0 })], own: limited('tokensToday', 1000, { inFlight: 0 }) }),
    { kind: 'team-limit', counts: { most: 1000 }, why: 'tokensToday' },
  ],
  [
    'its GPU seconds of the month',
    shares({ teams: [share({ active: 0, waiting: 0 })], own: limited('gpuSecondsThisMonth', 60) }),
    { kind: 'team-limit', counts: { most: 60 }, why: 'gpuSecondsThisMonth' },
  ],
  [
    'the caps of all its evaluations',
    shares({ teams: [share({ active: 2, waiting: 0, evaluations: 2 })], own: { ...UNLIMITED, cappedEvaluations: 2 } }),
    { kind: 'caps', counts: { evaluations: 2 } },
  ],
  [
    'nothing, where one of two evaluations is capped and slots are free',
    shares({ teams: [share({ active: 2, waiting: 0, evaluations: 2 })], own: { ...UNLIMITED, cappedEvaluations: 1 } }),
    { kind: 'under-way', counts: { free: 6, slots: 8 } },
  ],
  [
    'the slots, all taken, before the next round plans more',
    shares({ teams: [share({ waiting: 0 })] }),
    { kind: 'slots', counts: { slots: 8 } },
  ],
  [
    'no worker at all',
    shares({ slots: 0, workers: { known: 0, ready: 0, reason: null } }),
    { kind: 'no-worker', counts: { known: 0 } },
  ],
  [
    'workers that are not ready',
    shares({ slots: 0, workers: { known: 2, ready: 0, reason: null } }),
    { kind: 'no-worker', counts: { known: 2 } },
  ],
  [
    'its own work, all of which is drawn',
    shares({ teams: [share({ waiting: 0, backlog: 0, active: 3 })], own: { ...UNLIMITED, pausedEvaluations: 1 } }),
    { kind: 'all-drawn', counts: { active: 3, paused: 1 } },
  ],
  [
    'its paused evaluations',
    shares({ teams: [other], own: { ...UNLIMITED, pausedEvaluations: 2 } }),
    { kind: 'nothing-running', counts: { paused: 2 } },
  ],
])('%s', (_, counts, constraint) => {
  expect(bindingConstraint(counts)).toMatchObject(constraint)
  const paused = { since: '2026-11-28T02:35:00.000Z', by: 'ada', reason: null }
  expect(bindingConstraint({ ...counts, paused })).toEqual({ kind: 'pool-paused', counts: {}, why: paused })
})

import type { PoolQueue, PoolShare, PoolShares } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { queueText } from './queue-commands.js'

const mine: PoolQueue['evaluations'][number] = {
  id: '1',
  name: 'GSM8K on 8B',
  owner: 'ada',
  team: 'vision',
  own: true,
  priority: 'normal',
  active: 0,
  waiting: 32,
  ahead: 5,
  startsInSeconds: 11.6,
  waits: { kind: 'slots', counts: { slots: 8 }, why: null },
}
const theirs = { ...mine, id: null, name: 'MATH', owner: null, team: 'nlp', own: false, active: 8, waits: null }

const NO_LIMIT = { samplesInFlight: null, tokensToday: null, gpuSecondsThisMonth: null, storedBytes: null }

function sharesOf(teams: PoolShare[], own: Partial<PoolShares['own']> = {}): PoolShares {
  const priorities = { low: 1, normal: 4, high: 16 }
  const room = {
    priorities,
    inFlight: 4,
    samples: null,
    by: null,
    limits: NO_LIMIT,
    cappedEvaluations: 0,
    pausedEvaluations: 0,
  }
  const workers = { known: 2, ready: 2, reason: null }
  return { pool: 'gpu', slots: 32, workers, teams, reservations: [], paused: null, own: { ...room, ...own } }
}

it('lists evaluations by what starts next, and says why one waits', () => {
  const evaluations = [mine, { ...theirs, startsInSeconds: null }]
  expect(queueText({ pool: 'gpu', visibility: 'names', evaluations, total: 3 }, sharesOf([]))).toEqual([
    'next sample   drawn now   waiting     team   owner   evaluation',
    '~ 12 s                0        32   vision     ada   GSM8K on 8B',
    '—                     8        32      nlp       —   MATH',
    'and 1 more evaluation',
    '',
    'GSM8K on 8B: Your team uses all 8 slots; the rest of its samples wait for them.',
    '',
    'Everyone who uses this pool sees all its evaluations, with their teams and owners.',
  ])
})

const vision: PoolShare = {
  team: 'vision',
  own: true,
  weight: 2,
  entitlement: 0.667,
  reserved: 0,
  share: 0.489,
  evaluations: 1,
  active: 4,
  waiting: 32,
  backlog: 300,
  usable: 4,
}

it('shows the numbers of every team that has work here, also where it shows no evaluation', () => {
  const others = { ...vision, team: null, own: false, weight: 1, entitlement: 0.333, share: null, active: 12 }
  expect(
    queueText({ pool: 'gpu', visibility: 'teams', evaluations: [], total: 0 }, sharesOf([vision, others])),
  ).toEqual([
    'No evaluation of your team runs here.',
    '',
    'share now   entitled to   in flight   waiting   evaluations   team',
    '48.9 %           66.7 %           4        32             1   vision (yours)',
    '—                33.3 %          12        32             1   other teams',
    '',
    'Everyone sees which teams use this pool. Evaluations are shown to their own team.',
  ])
})

it('says that no team has work here', () => {
  const queue = { pool: 'gpu', evaluations: [], total: 0 }
  expect(queueText({ ...queue, visibility: 'counts' }, sharesOf([]))).toEqual([
    'No team has work here.',
    '',
    expect.stringContaining('numbers of other teams'),
  ])
  expect(queueText({ ...queue, visibility: 'names' }, sharesOf([vision]))[0]).toBe('No evaluation runs here.')
})

it('says that a limit of the team holds it back while samples are being drawn', () => {
  const limits = { ...NO_LIMIT, samplesInFlight: 4 }
  const shares = sharesOf([{ ...vision, waiting: 0 }], { samples: 0, by: 'samplesInFlight', limits })
  const queue = {
    pool: 'gpu',
    visibility: 'names',
    evaluations: [{ ...mine, active: 4, waits: null }],
    total: 1,
  } as const
  const waits = { kind: 'team-limit', counts: { most: 4, inFlight: 4, slots: 32 }, why: 'samplesInFlight' } as const
  const [one] = queue.evaluations
  // Once, and not of each evaluation again.
  for (const evaluations of [
    [one],
    [
      { ...one, waits },
      { ...one, waits },
    ],
    [{ ...one, waits }, one],
  ]) {
    const text = queueText({ ...queue, evaluations }, shares).join('\n')
    expect(text.split('Your team’s limit is 4 samples queued or in flight over all pools.')).toHaveLength(2)
  }
})

import type { PoolShares, PoolView } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { loadOf, poolListText } from './pool-text.js'

const share = {
  team: null,
  own: false,
  weight: 1,
  entitlement: 0.5,
  reserved: 0,
  share: 0.5,
  evaluations: 1,
  backlog: 9,
  usable: 9,
}
const shares: PoolShares = {
  pool: 'gpu',
  slots: 48,
  workers: { known: 3, ready: 2, reason: null },
  paused: null,
  teams: [
    { ...share, active: 30, waiting: 1000 },
    { ...share, active: 11, waiting: 234 },
  ],
  reservations: [],
  own: {
    pausedEvaluations: 0,
    cappedEvaluations: 0,
    priorities: { low: 0, normal: 1, high: 0 },
    inFlight: 0,
    samples: null,
    by: null,
    limits: { samplesInFlight: null, tokensToday: null, gpuSecondsThisMonth: null, storedBytes: null },
  },
}

const worker: PoolView['workers'][number] = {
  id: 'gpu-1',
  name: null,
  slots: 16,
  ready: true,
  reason: null,
  heartbeatAgeMs: 1,
  engine: 'vllm',
  preflight: null,
}

const pool: PoolView = {
  name: 'gpu',
  model: 'Qwen/Qwen3-8B',
  revision: null,
  provenance: 'model',
  rewardModel: null,
  stepScorer: null,
  maxModelLen: null,
  promise: null,
  price: null,
  paused: null,
  queueVisibility: 'counts',
  workers: [worker, { ...worker, id: 'gpu-2', ready: false, reason: 'the model server is away' }],
}

it('lists what each pool draws and has waiting, of all teams, and then its workers', () => {
  const idle = { ...pool, name: 'later', model: 'm', workers: [], load: { slots: 0, inFlight: 0, waiting: 0 } }
  expect(poolListText([{ ...pool, load: loadOf(shares) }, idle])).toEqual([
    'pool    workers ready   slots   in flight   waiting   model',
    'gpu            1 of 2      48          41     1,234   Qwen/Qwen3-8B',
    'later          0 of 0       0           0         0   m',
    '',
    'gpu promises nothing yet',
    '  gpu-1: 16 slots, ready; model server not checked yet',
    '  gpu-2: 16 slots, not ready: the model server is away; model server not checked yet',
  ])
})

it('counts a worker that missed two heartbeats as silent, not as ready', () => {
  const workers = [worker, { ...worker, id: 'gpu-3', heartbeatAgeMs: 14_400 }]
  const lines = poolListText([{ ...pool, workers, load: loadOf(shares) }])
  expect(lines[1]).toMatch(/^gpu +1 of 2 /u)
  expect(lines.at(-1)).toBe('  gpu-3: 16 slots, silent for 14 s, perhaps killed; model server not checked yet')
})

it('says of a paused pool who paused it, since when and why, and how to resume it', () => {
  const paused = { since: '2026-11-28T02:35:00.000Z', by: 'ada', reason: 'new weights' }
  const lines = poolListText([{ ...pool, paused, workers: [], load: loadOf(shares) }])
  expect(lines.slice(0, 2)).toEqual([
    'pool   workers ready   slots   in flight   waiting   model',
    'gpu           paused      48          41     1,234   Qwen/Qwen3-8B',
  ])
  expect(
    lines
      .slice(3)
      .map((line) => line.trim())
      .join(' '),
  ).toBe(
    'gpu: The pool has been paused by ada since 2026-11-28 02:35 UTC: “new weights”. Nothing is drawn until an operator resumes it.',
  )
})

it('needs no more than 100 columns, whatever a server or a worker is called', () => {
  const preflight: PoolView['workers'][number]['preflight'] = {
    engine: 'openai-compatible',
    requests: 7,
    streams: true,
    logprobs: true,
    topLogprobs: true,
    seed: 'not_repeatable',
    countsAgree: true,
    refused: [],
    notes: [
      { kind: 'seed_not_repeatable', counts: { seeds: 4, tokens: 200, same: 3 }, why: '--some --flags '.repeat(9) },
    ],
  }
  const reason = 'a reason that is long, '.repeat(20)
  const long = { ...worker, id: 'x'.repeat(150), ready: false, reason, preflight }
  const named = { ...pool, name: 'a'.repeat(40), model: 'm/'.repeat(80), promise: preflight, workers: [long] }
  const lines = poolListText([{ ...named, load: loadOf(shares) }])
  expect(lines.length).toBeGreaterThan(8)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100)
  // Nothing is left out but of words that no line holds.
  const words = lines.join(' ').replaceAll(/ +/gu, ' ')
  expect(words).toContain(reason.trim())
  expect(words).toContain('--some --flags')
})

it('names a worker as its operator did, with the end of its id', () => {
  const named = { ...worker, id: '019a5f1e-7c1b-7000-8000-00003f2a9c1d', name: 'rack-7' }
  const lines = poolListText([{ ...pool, workers: [named], load: loadOf(shares) }])
  expect(lines.at(-1)).toMatch(/^ {2}rack-7 \(…3f2a9c1d\): 16 slots, ready/u)
})

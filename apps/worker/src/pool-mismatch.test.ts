import type { Preflight } from '@cges-fleet/core'
import type { PoolModel } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { offersLess, poolMismatch } from './pool-mismatch.js'

const ENV = { POOL: 'gpu', MODEL_SERVER_URL: 'http://127.0.0.1:8000' }
const POOL: PoolModel = {
  model: 'm',
  revision: 'abc',
  provenance: 'model',
  rewardModel: 'prm@last',
  stepScorer: 'steps',
  maxModelLen: 4096,
}

it('lets a worker draw that serves just what its pool promises', () => {
  expect(poolMismatch(POOL, POOL, ENV)).toBeNull()
})

it.each<[string, Partial<PoolModel>, RegExp]>([
  ['another model', { model: 'other' }, /serves other \(model\), but pool gpu is for m \(model\): set POOL/],
  ['simulated answers', { provenance: 'simulated' }, /serves m \(simulated\), but pool gpu is for m \(model\)/],
  ['another revision', { revision: 'def' }, /serves revision def of m, but pool gpu promises revision abc/],
  [
    'no stated revision',
    { revision: null },
    /serves no stated revision of m, but pool gpu promises revision abc: .* set MODEL_REVISION/,
  ],
  [
    'a shorter context',
    { maxModelLen: 2048 },
    /has a context of 2048 tokens, but pool gpu promises 4096: .* --max-model-len 4096, or .* gpu --model m --max-model-len 2048/,
  ],
  ['another reward model', { rewardModel: 'other@last' }, /has other@last, but pool gpu has prm@last/],
  ['scores read another way', { rewardModel: 'prm@min' }, /has prm@min, but pool gpu has prm@last/],
  ['another step scorer', { stepScorer: 'others' }, /has others, but pool gpu has steps: .*STEP_SCORER_URL/],
  ['no step scorer', { stepScorer: null }, /has no step scorer, but pool gpu has steps/],
  ['no reward model', { rewardModel: null }, /has no reward model, but pool gpu has prm@last: .*REWARD_SERVER_URL/],
])('refuses a worker with %s, saying what to set', (_, changes, why) => {
  expect(poolMismatch({ ...POOL, ...changes }, POOL, ENV)).toMatch(why)
})

it('lets a worker draw whose server has more room, or does not say', () => {
  for (const maxModelLen of [4097, null]) expect(poolMismatch({ ...POOL, maxModelLen }, POOL, ENV)).toBeNull()
  expect(poolMismatch(POOL, { ...POOL, maxModelLen: null }, ENV)).toBeNull()
})

it('refuses a revision where the pool was begun without one', () => {
  expect(poolMismatch(POOL, { ...POOL, revision: null }, ENV)).toMatch(/promises no stated revision/)
})

const PROMISE: Preflight = {
  engine: 'vllm',
  requests: 3,
  streams: true,
  logprobs: true,
  topLogprobs: true,
  seed: 'honoured',
  countsAgree: true,
  refused: ['request_id'],
  notes: [],
}

it.each<[string, Partial<Preflight>, RegExp]>([
  ['another engine', { engine: 'llama.cpp' }, /is llama\.cpp, but pool gpu draws from vLLM: set POOL to another name/],
  ['no log-probabilities', { logprobs: false }, /returns no log-probabilities, but pool gpu promises it/],
  ['no likeliest tokens', { topLogprobs: false }, /does not list the likeliest tokens, but/],
  ['a seed it ignores', { seed: 'ignored' }, /does not use the seed \(ignored\), but/],
  ['a setting it refuses', { refused: ['min_p'] }, /does not accept min_p, but/],
])('refuses a worker whose server has %s, saying what to do', (_, changes, why) => {
  expect(offersLess({ ...PROMISE, ...changes }, PROMISE, ENV)).toMatch(why)
})

it('refuses a simulator that invents answers where the pool’s does not', () => {
  const inventing: Preflight = { ...PROMISE, notes: [{ kind: 'invents_answers', counts: {}, why: null }] }
  expect(offersLess(inventing, PROMISE, ENV)).toMatch(/invents answers .* without --make-up-answers/)
  expect(offersLess(inventing, inventing, ENV)).toBeNull()
  expect(offersLess(PROMISE, inventing, ENV)).toBeNull()
})

it('lets a worker draw that offers as much as promised, or more', () => {
  const less: Preflight = { ...PROMISE, logprobs: false, topLogprobs: false, seed: 'ignored', refused: ['top_k'] }
  expect(offersLess(PROMISE, less, ENV)).toBeNull()
  for (const seed of ['not_repeatable', 'unclear'] as const) {
    expect(offersLess({ ...PROMISE, seed }, PROMISE, ENV)).toBeNull()
  }
  expect(offersLess({ ...PROMISE, refused: ['return_token_ids'], streams: false }, PROMISE, ENV)).toBeNull()
})

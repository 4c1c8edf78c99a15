import { engineTitle, type Preflight, SAMPLING_PARAMETERS } from '@cges-fleet/core'
import type { PoolModel } from '@cges-fleet/db'
import type { WorkerEnvironment } from './env.js'

/** Why a worker must not have scores made up beside a model that is real. */
export function simulatedScores(setting: string): string {
  return `${setting} is a simulator, but the model is not: simulated scores would pass for real ones`
}

/**
 * Returns why a worker must not draw for a pool: it serves another model or revision, another kind of answers, a
 * shorter context, other rewards or another step scorer. Null if it may.
 */
export function poolMismatch(
  served: PoolModel,
  pool: PoolModel,
  env: Pick<WorkerEnvironment, 'POOL' | 'MODEL_SERVER_URL'>,
): string | null {
  if (pool.model !== served.model || pool.provenance !== served.provenance) {
    return (
      `${env.MODEL_SERVER_URL} serves ${served.model} (${served.provenance}), but pool ${env.POOL} is for ${pool.model} ` +
      `(${pool.provenance}): set POOL to another name, or MODEL_SERVER_URL to a server of that model`
    )
  }
  if (pool.revision !== served.revision) {
    return (
      `this worker serves ${revised(served.revision)} of ${served.model}, but pool ${env.POOL} promises ${revised(pool.revision)}: ` +
      `start it on that revision and set MODEL_REVISION to it, or set POOL to another name`
    )
  }
  if (isShorter(served.maxModelLen, pool.maxModelLen)) {
    return (
      `${env.MODEL_SERVER_URL} has a context of ${served.maxModelLen} tokens, but pool ${env.POOL} promises ${pool.maxModelLen}: ` +
      `start it with --max-model-len ${pool.maxModelLen}, or promise less by cges pool promise ${env.POOL} --model ${pool.model} --max-model-len ${served.maxModelLen}`
    )
  }
  if (pool.rewardModel !== served.rewardModel) {
    return differs(
      env.POOL,
      'REWARD_SERVER_URL',
      [served, pool].map(({ rewardModel: name }) => name ?? 'no reward model'),
    )
  }
  if (pool.stepScorer === served.stepScorer) return null
  return differs(
    env.POOL,
    'STEP_SCORER_URL',
    [served, pool].map(({ stepScorer: name }) => name ?? 'no step scorer'),
  )
}

function differs(pool: string, setting: string, [actual, promised]: readonly string[]): string {
  return (
    `this worker has ${actual}, but pool ${pool} has ${promised}: ` +
    `set POOL to another name, or ${setting} as the pool's other workers have it`
  )
}

/** A server that does not report its context is assumed to be long enough. */
function isShorter(served: number | null, promised: number | null): boolean {
  return served !== null && promised !== null && served < promised
}

function revised(revision: string | null): string {
  return revision === null ? 'no stated revision' : `revision ${revision}`
}

/**
 * Returns why a worker must not draw for a pool: its server is another engine than the pool's, or offers less than the
 * pool promises. Null if it may.
 */
export function offersLess(
  found: Preflight,
  promised: Preflight,
  { POOL: pool, MODEL_SERVER_URL: url }: Pick<WorkerEnvironment, 'POOL' | 'MODEL_SERVER_URL'>,
): string | null {
  if (found.engine !== promised.engine) {
    return (
      `${url} is ${engineTitle(found.engine)}, but pool ${pool} draws from ${engineTitle(promised.engine)}: ` +
      `set POOL to another name, since engines give different answers`
    )
  }
  if (invents(found) && !invents(promised)) {
    return (
      `${url} invents answers to questions it does not know, but pool ${pool} promises that it does not: ` +
      `start it so that it refuses them (cges sim: without --make-up-answers), or set POOL to another name. ${WHEN_IT_CHANGES}`
    )
  }
  const [lack] = lacksOf(found, promised)
  if (lack === undefined) return null
  return (
    `${url} ${lack}, but pool ${pool} promises it: start it as the pool’s other servers, or set POOL to another name. ` +
    WHEN_IT_CHANGES
  )
}

const WHEN_IT_CHANGES = 'The promise can change once the pool has no other worker and no open evaluation'

function lacksOf(found: Preflight, promised: Preflight): string[] {
  const settings = Object.keys(SAMPLING_PARAMETERS)
  const refused = found.refused.filter((name) => settings.includes(name) && !promised.refused.includes(name))
  return [
    ...(promised.logprobs && !found.logprobs ? ['returns no log-probabilities'] : []),
    ...(promised.topLogprobs && !found.topLogprobs ? ['does not list the likeliest tokens'] : []),
    ...(usesSeed(promised) && !usesSeed(found) ? [`does not use the seed (${found.seed})`] : []),
    ...refused.map((name) => `does not accept ${name}`),
  ]
}

function invents({ notes }: Preflight): boolean {
  return notes.some(({ kind }) => kind === 'invents_answers')
}

/** Whether texts repeat depends on what else a server is doing, and may differ from check to check. */
function usesSeed({ seed }: Preflight): boolean {
  return seed !== 'ignored' && seed !== 'refused'
}

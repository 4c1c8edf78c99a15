import type { PoolModel } from '@cges-fleet/db'
import type { WorkerEnvironment } from './env.js'

export const SIMULATED_REWARD =
  'REWARD_SERVER_URL is a simulator, but the model is not: a simulated reward would pass for a real one'

/** Says why a worker must not draw for a pool: it serves another model or revision, another kind of answers, a shorter context or other rewards. Null where it may. */
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
  if (pool.rewardModel === served.rewardModel) return null
  return (
    `this worker has ${named(served.rewardModel)}, but pool ${env.POOL} has ${named(pool.rewardModel)}: ` +
    `set POOL to another name, or REWARD_SERVER_URL as the pool's other workers have it`
  )
}

/** A server that does not tell its context may have any. */
function isShorter(served: number | null, promised: number | null): boolean {
  return served !== null && promised !== null && served < promised
}

function revised(revision: string | null): string {
  return revision === null ? 'no stated revision' : `revision ${revision}`
}

function named(reward: string | null): string {
  return reward ?? 'no reward model'
}

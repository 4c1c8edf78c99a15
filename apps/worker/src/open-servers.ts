import { readFileSync } from 'node:fs'
import type { WorkerEnvironment } from './env.js'
import { type ModelServer, openModelServer } from './model-server/open-model-server.js'
import { RewardScorer, type RewardParts } from './reward/reward-scorer.js'

/** Opens a server beside a worker, with the key in a file where it wants one. */
export function openServer(env: WorkerEnvironment, url: string, keyFile: string | undefined): ModelServer {
  return openModelServer({
    url,
    concurrency: env.WORKER_CONCURRENCY,
    idleTimeoutMs: env.IDLE_GAP_MS,
    headersTimeoutMs: env.FIRST_BYTE_MS,
    warmUpMs: env.WARM_UP_MS,
    endpoint: env.MODEL_ENDPOINT,
    topLogprobs: env.TOP_LOGPROBS,
    gpus: env.GPUS,
    ...(keyFile === undefined ? {} : { apiKey: readFileSync(keyFile, 'utf8').trim() }),
  })
}

/** Opens the reward model beside a worker; null where it has none. */
export function openScorer(
  env: WorkerEnvironment,
  parts: Pick<RewardParts, 'db' | 'leases' | 'workerId'>,
): RewardScorer | null {
  if (env.REWARD_SERVER_URL === undefined) return null
  const server = openServer(env, env.REWARD_SERVER_URL, env.REWARD_SERVER_KEY_FILE)
  return new RewardScorer({ ...parts, server, aggregation: env.REWARD_AGGREGATION })
}

import { readFileSync } from 'node:fs'
import type { WorkerEnvironment } from './env.js'
import { type ModelServer, openModelServer } from './model-server/model-server.js'
import { RewardScorer } from './reward/reward-scorer.js'
import type { ScoreParts } from './scores/score-drawn.js'
import { Scorers } from './scores/scorers.js'
import { StepScorer } from './steps/step-scorer.js'

/** Opens a server beside a worker, reading its key from a file if it needs one. */
export function openServer(
  env: WorkerEnvironment,
  url: string,
  keyFile: string | undefined,
  model?: string,
): ModelServer {
  return openModelServer({
    url,
    model,
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

/** Opens what scores responses beside a worker. */
export function openScorers(env: WorkerEnvironment, parts: ScoreParts): Scorers {
  const { REWARD_SERVER_URL: reward, STEP_SCORER_URL: steps } = env
  return new Scorers(
    reward === undefined
      ? null
      : new RewardScorer(parts, openServer(env, reward, env.REWARD_SERVER_KEY_FILE), env.REWARD_AGGREGATION),
    steps === undefined ? null : new StepScorer(parts, openServer(env, steps, env.STEP_SCORER_KEY_FILE)),
  )
}

import { hostname } from 'node:os'
import {
  LONGEST_LEASE_MS,
  LONGEST_NAME,
  MOST_DELIVERIES,
  MOST_GPUS,
  MOST_SLOTS,
  PoolName,
  secretIssueText,
  settingsIn,
  settingsProblem,
} from '@cges-fleet/core'
import { PRM_AGGREGATIONS } from '@cges-fleet/methods'
import { StoreEnvironment } from '@cges-fleet/queue'
import { LogEnvironment, ProbeEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

const milliseconds = (least: number, usual: number) =>
  z.coerce.number().int().min(least).max(LONGEST_LEASE_MS).default(usual)

/** Every setting of this process; docs/settings.md is written from it. */
export const Environment = StoreEnvironment.extend(ProbeEnvironment.shape)
  .extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend({
    POOL: PoolName.describe('the pool that the worker joins'),
    MODEL_SERVER_URL: z
      .url({
        error: 'set MODEL_SERVER_URL to the model server beside this worker, such as http://127.0.0.1:8000',
      })
      .describe(
        'the model server beside this worker: vLLM, SGLang, llama.cpp, TGI, Ollama, or any with OpenAI’s endpoints',
      ),
    MODEL_NAME: z
      .string()
      .min(1)
      .max(LONGEST_NAME)
      .optional()
      .describe('which of the models that the server lists; the first unless set'),
    MODEL_REVISION: z
      .string()
      .min(1)
      .max(LONGEST_NAME)
      .optional()
      .describe('revision of the weights, such as a commit. No server reports it, and a pool promises one'),
    MODEL_SERVER_KEY_FILE: z.string().optional().describe('file with the model server’s bearer key'),
    REWARD_SERVER_URL: z
      .url({ error: 'REWARD_SERVER_URL must be the address of a vLLM server of a reward model' })
      .optional()
      .describe('vLLM server of a process reward model, for `confidence=rm`'),
    REWARD_SERVER_KEY_FILE: z.string().optional().describe('file with the reward server’s bearer key'),
    STEP_SCORER_URL: z
      .url({ error: 'STEP_SCORER_URL must be the address of a step scorer' })
      .optional()
      .describe('service that weighs the steps of a response, for `confidence=mars-learned`'),
    STEP_SCORER_KEY_FILE: z.string().optional().describe('file with the step scorer’s bearer key'),
    REWARD_AGGREGATION: z
      .enum(PRM_AGGREGATIONS)
      .default('last')
      .describe('how the scores of a response’s steps become one number'),
    MODEL_ENDPOINT: z
      .enum(['chat', 'text'])
      .default('chat')
      .describe(
        'chat: the model’s own template surrounds the prompt; text: the prompt is sent as the benchmark writes it',
      ),
    TOP_LOGPROBS: z.coerce
      .number()
      .int()
      .min(0)
      .max(20)
      .default(0)
      .describe('alternatives requested with every token. No confidence needs them, and responses grow'),
    LOGPROBS_MODE: z
      .enum(['raw_logprobs', 'processed_logprobs', 'raw_logits', 'processed_logits'])
      .default('raw_logprobs')
      .describe('the server’s `--logprobs-mode`, which it does not report; stored with every sample'),
    WORKER_NAME: z
      .string()
      .default(hostname())
      .describe('name of the worker in `cges pool list`; unless set, the host’s name'),
    GPUS: z.coerce
      .number()
      .int()
      .min(0)
      .max(MOST_GPUS)
      .default(1)
      .describe(
        'GPUs of the model server: its time is multiplied by them; 0 for a hosted API. GPUs of a reward server or step scorer are not counted',
      ),
    WORKER_CONCURRENCY: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_SLOTS)
      .default(16)
      .describe('samples drawn at once: what the model server batches (`--max-num-seqs`)'),
    LEASE_MS: milliseconds(200, 60_000).describe('time without renewal after which another worker may draw a sample'),
    JOB_LOCK_MS: milliseconds(1000, 60_000).describe('time without renewal after which the queue delivers a job again'),
    ABANDONED_LOOK_MS: milliseconds(100, 1000).describe(
      'pause between looks for calls that nobody needs any more, should PostgreSQL’s notices not come; at most a third of `LEASE_MS`',
    ),
    HEARTBEAT_MS: milliseconds(100, 5000).describe(
      'pause between signs of life; after 12 s without one a worker is shown as silent, after 30 s it no longer counts',
    ),
    SAMPLE_DEADLINE_MS: milliseconds(1000, 1_800_000).describe(
      'time limit of one sample; beyond it the sample counts as truncated',
    ),
    FIRST_BYTE_MS: milliseconds(100, 120_000).describe('longest wait for a response to begin'),
    IDLE_GAP_MS: milliseconds(100, 60_000).describe('longest silence inside a response'),
    WARM_UP_MS: milliseconds(0, 600_000).describe(
      'longest silence of either kind until the server has answered once; engines compile at their first requests',
    ),
    MAX_DELIVERIES: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_DELIVERIES)
      .default(6)
      .describe('deliveries after which a sample is given up'),
    DRAIN_MS: milliseconds(0, 20_000).describe(
      'how long a stopping worker lets its requests finish; a pod’s grace period needs 30 s more',
    ),
  })

export type WorkerEnvironment = z.infer<typeof Environment>

/** Parses the worker's settings once; an invalid one stops the start and says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): WorkerEnvironment {
  const parsed = Environment.safeParse(settingsIn(variables), { error: secretIssueText })
  if (!parsed.success) throw new Error(`worker: ${settingsProblem(parsed.error, variables)}`)
  return parsed.data
}

const ProbedServer = Environment.pick({
  MODEL_SERVER_URL: true,
  MODEL_SERVER_KEY_FILE: true,
  MODEL_ENDPOINT: true,
  MODEL_NAME: true,
})
export type ProbedServer = z.infer<typeof ProbedServer>

/** Parses what `cges probe` asks about. */
export function parseProbedServer(variables: NodeJS.ProcessEnv = process.env): ProbedServer {
  const parsed = ProbedServer.safeParse(variables, { error: secretIssueText })
  if (!parsed.success) throw new Error(settingsProblem(parsed.error, variables))
  return parsed.data
}

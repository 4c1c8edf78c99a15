import { hostname } from 'node:os'
import { LONGEST_LEASE_MS, LONGEST_NAME, MOST_GPUS, MOST_SLOTS, PoolName } from '@cges-fleet/core'
import { PRM_AGGREGATIONS } from '@cges-fleet/methods'
import { StoreEnvironment } from '@cges-fleet/queue'
import { LogEnvironment, ProbeEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

const milliseconds = (least: number, usual: number) =>
  z.coerce.number().int().min(least).max(LONGEST_LEASE_MS).default(usual)

const Environment = StoreEnvironment.extend(ProbeEnvironment.shape)
  .extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend({
    POOL: PoolName,
    MODEL_SERVER_URL: z.url({
      error: 'set MODEL_SERVER_URL to the vLLM server beside this worker, such as http://127.0.0.1:8000',
    }),
    /** The revision of the model's weights, such as a commit: no server reports it, and a pool promises one. */
    MODEL_REVISION: z.string().min(1).max(LONGEST_NAME).optional(),
    /** A file with the bearer key of the model server, if it needs one. */
    MODEL_SERVER_KEY_FILE: z.string().optional(),
    /** A server of a process reward model, for methods that use its scores; none by default. */
    REWARD_SERVER_URL: z
      .url({ error: 'REWARD_SERVER_URL must be the address of a vLLM server of a reward model' })
      .optional(),
    REWARD_SERVER_KEY_FILE: z.string().optional(),
    /** A service that says how much each step of a response matters, for `mars-learned`; none by default. */
    STEP_SCORER_URL: z.url({ error: 'STEP_SCORER_URL must be the address of a step scorer' }).optional(),
    STEP_SCORER_KEY_FILE: z.string().optional(),
    /** How a response's step scores become one number. */
    REWARD_AGGREGATION: z.enum(PRM_AGGREGATIONS).default('last'),
    /** chat: the model's own template is put around the prompt; text: the prompt is sent as the benchmark writes it. */
    MODEL_ENDPOINT: z.enum(['chat', 'text']).default('chat'),
    /** Alternatives requested with every token; no confidence needs them, and each makes every response larger. */
    TOP_LOGPROBS: z.coerce.number().int().min(0).max(20).default(0),
    /** The server's --logprobs-mode, which it does not report: stored with every sample. */
    LOGPROBS_MODE: z
      .enum(['raw_logprobs', 'processed_logprobs', 'raw_logits', 'processed_logits'])
      .default('raw_logprobs'),
    WORKER_NAME: z.string().default(hostname()),
    /** GPUs of the model server: its time is multiplied by them. */
    GPUS: z.coerce.number().int().min(1).max(MOST_GPUS).default(1),
    /** Concurrent samples: what the model server batches. */
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(MOST_SLOTS).default(16),
    LEASE_MS: milliseconds(200, 60_000),
    JOB_LOCK_MS: milliseconds(1000, 60_000),
    HEARTBEAT_MS: milliseconds(100, 5000),
    /** Time limit of one sample, after which it counts as truncated. */
    SAMPLE_DEADLINE_MS: milliseconds(1000, 1_800_000),
    /** Longest wait for a response to begin. */
    FIRST_BYTE_MS: milliseconds(100, 120_000),
    /** Longest silence inside a response. */
    IDLE_GAP_MS: milliseconds(100, 60_000),
    /** Longest silence of either kind until the server has answered once: engines compile at their first requests. */
    WARM_UP_MS: milliseconds(0, 600_000),
    /** A sample delivered this often without landing is given up. */
    MAX_DELIVERIES: z.coerce.number().int().min(1).max(1000).default(6),
    /** How long a stopping worker lets its requests finish. */
    DRAIN_MS: milliseconds(0, 20_000),
  })

export type WorkerEnvironment = z.infer<typeof Environment>

/** Parses the worker's settings once; an invalid one stops the start and says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): WorkerEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new Error(`worker: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

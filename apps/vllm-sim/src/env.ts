import { secretIssueText, settingsProblem } from '@cges-fleet/core'
import { z } from 'zod'

const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1')

const Env = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8000),
    HOST: z.string().min(1).default('127.0.0.1'),
    MODEL: z.string().min(1, 'MODEL must name the model to serve').optional(),
    MODE: z
      .enum(['simulated', 'recorded', 'echo', 'tiny'], 'MODE must be simulated, recorded, echo or tiny')
      .default('simulated'),
    RECORDED_FILE: z.string().min(1).optional(),
    SCENARIO_FILE: z.string().min(1).optional(),
    /** A profile by name or file: how often the simulated model is right and how sure it sounds. */
    PROFILE: z.string().min(1).optional(),
    /** What to do with a question unknown to a simulated model: make up an answer, or refuse it. */
    UNKNOWN_QUESTIONS: z.enum(['make-up', 'refuse'], 'UNKNOWN_QUESTIONS must be make-up or refuse').default('make-up'),
    /** 1: the simulated model thinks before it answers. */
    REASONING: flag,
    TIME_SCALE: z.coerce.number().min(0).max(1000).default(1),
    MAX_NUM_SEQS: z.coerce.number().int().min(1).default(16),
    MAX_MODEL_LEN: z.coerce.number().int().min(16).default(32_768),
    /**
     * Tokens of the key-value cache; if answers outgrow it, the most recently started is preempted. Room for all by
     * default.
     */
    KV_CACHE_TOKENS: z.coerce.number().int().min(16).optional(),
    /** How many times longer a token takes with all slots in use than alone. */
    FULL_LOAD_FACTOR: z.coerce.number().min(1).max(100).default(1),
    /** The bearer key required on the paths vLLM guards. */
    API_KEY: z.string().min(1).optional(),
    /** 1: requests may carry a priority. */
    PRIORITY_SCHEDULING: flag,
    /** How many seconds running answers have to finish on shutdown; then they end as aborted. */
    SHUTDOWN_TIMEOUT: z.coerce.number().min(0).max(3600).default(0),
    /** How long loading the model takes; the port listens afterwards, as vLLM's does. */
    STARTUP_MS: z.coerce.number().int().min(0).default(0),
    /** Initial fault rules, as a JSON list. */
    FAULTS: z.string().optional(),
  })
  .refine(({ MODE, KV_CACHE_TOKENS }) => MODE !== 'tiny' || KV_CACHE_TOKENS === undefined, {
    message: 'the tiny model keeps every answer in full: leave KV_CACHE_TOKENS out',
    path: ['KV_CACHE_TOKENS'],
  })
  .refine(({ MODE, RECORDED_FILE }) => MODE !== 'recorded' || RECORDED_FILE !== undefined, {
    message: 'with MODE=recorded, set RECORDED_FILE to the .jsonl or .jsonl.gz file of recorded answers',
    path: ['RECORDED_FILE'],
  })

const parsed = Env.safeParse(process.env, { error: secretIssueText })
if (!parsed.success) {
  console.error(`The simulator's settings are not usable:\n${settingsProblem(parsed.error, process.env)}`)
  process.exit(1)
}

/** The simulator's settings, parsed once. */
export const env = parsed.data

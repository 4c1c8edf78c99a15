import { z } from 'zod'

const Env = z
  .object({
    PORT: z.coerce.number('PORT must be a number; 0 takes any free port').int().min(0).max(65_535).default(8000),
    HOST: z.string().min(1).default('127.0.0.1'),
    MODEL: z.string().min(1, 'MODEL must name the model to serve').default('simulated-model'),
    MODE: z.enum(['simulated', 'recorded'], 'MODE must be simulated or recorded').default('simulated'),
    RECORDED_FILE: z.string().min(1).optional(),
    SCENARIO_FILE: z.string().min(1).optional(),
    TIME_SCALE: z.coerce
      .number('TIME_SCALE must be a number: 0 is instant, 1 a realistic pace')
      .min(0)
      .max(1000)
      .default(1),
    MAX_NUM_SEQS: z.coerce.number('MAX_NUM_SEQS must be a whole number of at least 1').int().min(1).default(16),
  })
  .refine(({ MODE, RECORDED_FILE }) => MODE !== 'recorded' || RECORDED_FILE !== undefined, {
    message: 'with MODE=recorded, set RECORDED_FILE to the .jsonl or .jsonl.gz file of recorded answers',
    path: ['RECORDED_FILE'],
  })

const parsed = Env.safeParse(process.env)
if (!parsed.success) {
  throw new Error(`The simulator's environment is not usable:\n${z.prettifyError(parsed.error)}`)
}

/** The simulator's settings, read once. */
export const env = parsed.data

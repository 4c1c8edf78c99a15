import { z } from 'zod'
import { UsageError } from './usage-error.js'
import { readTextFile } from './read-text-file.js'

const Environment = z.object({
  /** Where the API listens, for commands that talk to a fleet. */
  CGES_API: z.url({ error: 'CGES_API must be the address of an API, such as http://127.0.0.1:8080' }).optional(),
  /** The key to call it with, or a file that holds it; none on a fleet without sign-in. */
  CGES_API_KEY: z.string().optional(),
  CGES_API_KEY_FILE: z.string().optional(),
  /** What keys are hashed with, for making the first one beside the database. */
  KEY_PEPPER: z.string().optional(),
  KEY_PEPPER_FILE: z.string().optional(),
  /** Opens gated datasets of Hugging Face. */
  HF_TOKEN: z.string().min(1).optional(),
  /** Where rows of public datasets are asked for; a mirror of your own, perhaps. */
  DATASETS_SERVER: z
    .url({ error: 'DATASETS_SERVER must be an address' })
    .default('https://datasets-server.huggingface.co'),
})

export type CliEnvironment = z.infer<typeof Environment>

/** Reads the command line's settings; a wrong one is an error that says what to set. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): CliEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error))
  return parsed.data
}

/** The key that programs call the API with, from CGES_API_KEY or the file CGES_API_KEY_FILE names; undefined where none is set. */
export function readApiKey(): string | undefined {
  const { CGES_API_KEY, CGES_API_KEY_FILE } = readEnvironment()
  if (CGES_API_KEY_FILE === undefined) return CGES_API_KEY
  return readTextFile(CGES_API_KEY_FILE).trim()
}

/** The variables a child process is started with: what it logs is read at a terminal, between what a command says, unless that is set otherwise. */
export function childEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { LOG_FORMAT: 'text', LOG_LEVEL: 'warn', ...process.env, ...extra }
}

/** Tells whether errors are shown with where in the code they came from; asked when anything may be wrong, other settings too. */
export function wantsStacks({ CGES_DEBUG }: NodeJS.ProcessEnv = process.env): boolean {
  return (CGES_DEBUG ?? '') !== ''
}

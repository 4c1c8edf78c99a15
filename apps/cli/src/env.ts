import { homedir } from 'node:os'
import { join } from 'node:path'
import { secretIssueText, settingsProblem } from '@cges-fleet/core'
import { z } from 'zod'
import { UsageError } from './errors.js'
import { readTextFile } from './files/text-files.js'

const Environment = z.object({
  /** The API's URL, for commands that talk to a fleet. */
  CGES_API: z.url({ error: 'CGES_API must be the address of an API, such as http://127.0.0.1:8080' }).optional(),
  /** The key to call it with, or a file that holds it; none on a fleet without sign-in. */
  CGES_API_KEY: z.string().optional(),
  CGES_API_KEY_FILE: z.string().optional(),
  /** The pepper that keys are hashed with, for creating the first one beside the database. */
  KEY_PEPPER: z.string().optional(),
  KEY_PEPPER_FILE: z.string().optional(),
  /** Another that is accepted while the pepper is replaced. */
  KEY_PEPPER_ACCEPTED: z.string().optional(),
  KEY_PEPPER_ACCEPTED_FILE: z.string().optional(),
  /** Single sign-on of a fleet that is started here: its API reads them, and `up` says how to sign in. */
  OIDC_ISSUER: z.string().optional(),
  PUBLIC_URL: z.string().optional(),
  KEY_SIGN_IN: z.string().optional(),
  /** Gives access to gated datasets of Hugging Face. */
  HF_TOKEN: z.string().min(1).optional(),
  /** The server of public datasets' rows, or a mirror of it. */
  DATASETS_SERVER: z
    .url({ error: 'DATASETS_SERVER must be an address' })
    .default('https://datasets-server.huggingface.co'),
})

export type CliEnvironment = z.infer<typeof Environment>

/** Parses the command line's settings; the error for an invalid one says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): CliEnvironment {
  const parsed = Environment.safeParse(variables, { error: secretIssueText })
  if (!parsed.success) throw new UsageError(settingsProblem(parsed.error, variables))
  return parsed.data
}

/** The key to call the API with, from CGES_API_KEY or the file in CGES_API_KEY_FILE; undefined if neither is set. */
export function loadApiKey(): string | undefined {
  const { CGES_API_KEY, CGES_API_KEY_FILE } = parseEnvironment()
  if (CGES_API_KEY_FILE === undefined || CGES_API_KEY_FILE === '') return checkedKey(CGES_API_KEY, 'CGES_API_KEY')
  try {
    const key = checkedKey(readTextFile(CGES_API_KEY_FILE).trim(), CGES_API_KEY_FILE)
    if (key !== '') return key
    throw new UsageError(`${CGES_API_KEY_FILE} is empty. Save the key in it that your administrator gave you.`)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`CGES_API_KEY_FILE: ${error.message}`, { cause: error })
  }
}

/** A key that no header can hold would end as an API that does not answer. The key is not repeated. */
function checkedKey(key: string | undefined, place: string): string | undefined {
  if (key === undefined || /^[\x21-\x7e]*$/u.test(key)) return key
  throw new UsageError(`${place} must hold a key and nothing else; it has blanks, line breaks or special characters.`)
}

/** The environment of a child process: its log is formatted for a terminal unless configured otherwise. */
export function childEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { LOG_FORMAT: 'text', LOG_LEVEL: 'warn', ...process.env, ...extra }
}

/** Returns whether to show errors with their stack; must not fail, since other settings may be invalid. */
export function wantsStacks({ CGES_DEBUG }: NodeJS.ProcessEnv = process.env): boolean {
  return (CGES_DEBUG ?? '') !== ''
}

/** Returns whether a database is named for the processes started from here. */
export function namesDatabase({ DATABASE_URL }: NodeJS.ProcessEnv = process.env): boolean {
  return (DATABASE_URL ?? '') !== ''
}

/** Where the package of a whole fleet is installed from, unless from npm's registry, and the folder it is kept in. */
export function fleetPackage({ CGES_FLEET_PACKAGE, XDG_CACHE_HOME }: NodeJS.ProcessEnv = process.env): {
  readonly source: string | undefined
  readonly cache: string | undefined
} {
  return { source: CGES_FLEET_PACKAGE || undefined, cache: XDG_CACHE_HOME || undefined }
}

/** Where the user's data is kept, for a command line outside a checkout. */
export function dataHome({ XDG_DATA_HOME }: NodeJS.ProcessEnv = process.env): string {
  return XDG_DATA_HOME || join(homedir(), '.local/share')
}

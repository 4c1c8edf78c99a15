import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './recordings.js'

const CLI = join(ROOT, 'apps/cli/dist/main.js')
const run = promisify(execFile)

/** The exit code of a replay of which a method could not run, as rules that keep back more questions than there are. */
const NOT_ALL_RAN = 5

/** Runs the command line tool as a person would, in the root of the checkout, and gives what it prints. */
export async function askCges(args: readonly string[]): Promise<string> {
  const ran = run(process.execPath, [CLI, ...args], { cwd: ROOT, maxBuffer: 2 ** 28 })
  const { stdout } = await ran.catch((error: { readonly code?: unknown; readonly stdout: string }) => {
    if (error.code === NOT_ALL_RAN) return error
    throw error
  })
  return stdout
}

/** What it prints as JSON; the caller knows the shape of that command's. */
export async function askJson<Answer>(args: readonly string[]): Promise<Answer> {
  return JSON.parse(await askCges([...args, '--json'])) as Answer
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './recordings.js'

const CLI = join(ROOT, 'apps/cli/dist/main.js')
const run = promisify(execFile)

/** Runs the command line tool as a person would, in the root of the checkout, and gives what it prints. */
export async function askCges(args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [CLI, ...args], { cwd: ROOT, maxBuffer: 2 ** 28 })
  return stdout
}

/** What it prints as JSON; the caller knows the shape of that command's. */
export async function askJson<Answer>(args: readonly string[]): Promise<Answer> {
  return JSON.parse(await askCges([...args, '--json'])) as Answer
}

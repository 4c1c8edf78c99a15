import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface RunOptions {
  readonly minutes?: number
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end and gives what it wrote to stdout. Throws with the end of what it said where it fails. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { minutes = 10, cwd, env } = options
  const how = { timeout: minutes * 60_000, maxBuffer: 2 ** 27, env: { ...process.env, ...env } }
  try {
    return (await execute(command, [...args], cwd === undefined ? how : { ...how, cwd })).stdout
  } catch (error) {
    const { stdout = '', stderr = '', killed = false } = error as { stdout?: string; stderr?: string; killed?: boolean }
    const said = lastLines(`${stdout}\n${stderr}`) || (error instanceof Error ? error.message : String(error))
    throw new Error(
      `${command} ${args.slice(0, 4).join(' ')} … ${killed ? `took over ${minutes} minutes` : 'failed'}: ${said}`,
      { cause: error },
    )
  }
}

/** Whether a program is there and starts. */
export async function starts(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args, { minutes: 0.5 }).then(
    () => true,
    () => false,
  )
}

function lastLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-12)
    .join('\n')
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const ENTRY = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))

export interface Cges {
  readonly process: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Waits for its end and gives its exit code. */
  readonly code: Promise<number | null>
  /** Waits until stdout holds a text. */
  says(text: string): Promise<void>
}

/** Runs the command line as people do, without the stores of whoever runs the tests, or the runner's own MODE, unless given. */
export function cges(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Cges {
  const { DATABASE_URL: _database, REDIS_URL: _redis, CGES_API: _api, MODE: _mode, ...inherited } = process.env
  const child = spawn(process.execPath, [ENTRY, ...args], { env: { ...inherited, ...variables } })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const code = once(child, 'close').then(([exitCode]: (number | null)[]) => exitCode ?? null)
  return {
    process: child,
    out: () => out,
    err: () => err,
    code,
    says: async (text) => {
      while (!out.includes(text)) {
        const ended = await Promise.race([once(child.stdout, 'data').then(() => false), code.then(() => true)])
        if (ended && !out.includes(text)) throw new Error(`it ended without "${text}": ${out}\n${err}`)
      }
    },
  }
}

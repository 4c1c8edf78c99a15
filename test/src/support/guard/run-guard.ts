import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Socket } from 'node:net'
import { MARK } from './marked-processes.js'

const MAIN = fileURLToPath(new URL('../../../dist/support/guard/run-guard-main.js', import.meta.url))

/** The guard's standard input; one guard a process, however many projects set up in it. */
const GUARD = Symbol.for('cges.test-run-guard')
const kept = globalThis as { [GUARD]?: NodeJS.WritableStream }

/**
 * Starts a process that ends everything this test run started, and removes its folders, once the run has ended, even by
 * SIGKILL. Call it before anything is started; returns a function that names a folder to remove.
 */
export function guardRun(): (folder: string) => void {
  const guard = (kept[GUARD] ??= startGuard())
  return (folder) => void guard.write(`${folder}\n`)
}

function startGuard(): NodeJS.WritableStream {
  const mark = randomUUID()
  const { [MARK]: around, ...environment } = process.env
  // In a session of its own and without this run's mark, so that what ends the run does not end it.
  const guard = spawn(process.execPath, [MAIN, mark], {
    cwd: '/',
    detached: true,
    env: around === undefined ? environment : { ...environment, [MARK]: around },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  process.env[MARK] = around === undefined ? mark : `${around}:${mark}`
  guard.unref()
  ;(guard.stdin as Socket).unref()
  guard.stdin.on('error', () => undefined)
  return guard.stdin
}

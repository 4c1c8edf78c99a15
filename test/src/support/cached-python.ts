import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Runs `python -m pip` with these arguments; throws an Error where it fails. */
export type Pip = (...args: string[]) => void

/**
 * Gives a Python with packages in it, made once and kept in the user's cache under a name that tells which. Throws an Error
 * that says what is missing where none can be made; `announced` says what it costs.
 */
export function cachedPython(name: string, announced: string, fill: (pip: Pip, python: string) => void): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const folder = join(cache, 'cges-fleet', name)
  const python = join(folder, 'bin', 'python')
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return python
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  console.error(`installing ${announced} into ${folder}`)
  run('python3', ['-m', 'venv', folder], 'install Python 3.11 to 3.13 with its venv module')
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check']
  fill((...args) => run(python, [...pip, ...args], 'see what pip said above'), python)
  writeFileSync(complete, '')
  return python
}

/** What the child prints goes to stderr: callers may have stdout for themselves. */
function run(command: string, args: readonly string[], otherwise: string): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', process.stderr, 'inherit'] })
  if (status === 0) return
  throw new Error(
    `${command} ${args.join(' ')} failed${error === undefined ? '' : ` (${error.message})`}: ${otherwise}`,
  )
}

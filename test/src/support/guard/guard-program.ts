import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardRun } from './run-guard.js'

/** Status of a program that Ctrl-C ended. */
const INTERRUPTED = 130

/**
 * Ends everything that this program starts, and removes its temporary files, once it has ended, even by SIGKILL. Call it
 * first. Without it a fleet outlives the program that started it.
 */
export function guardProgram(): void {
  const removedAfter = guardRun()
  const folder = mkdtempSync(join(tmpdir(), 'cges-run-'))
  removedAfter(folder)
  // PostgreSQL's own user must be able to enter it.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(INTERRUPTED))
}

import { readdirSync, readFileSync } from 'node:fs'

/** Holds the marks of the run that a process belongs to, and of the runs around that one. Children inherit it. */
export const MARK = 'CGES_TEST_RUN'

export interface MarkedProcess {
  readonly pid: number
  /** The name of its program, such as `postgres`. */
  readonly name: string
}

/**
 * Finds the processes that a test run started, however deep, by the mark in the environment they were started with. Only
 * Linux tells; elsewhere there are none. Processes that overwrite their environment, as PostgreSQL's children do, are
 * missing, and end with their parent.
 */
export function markedProcesses(mark: string): MarkedProcess[] {
  const pids = process.platform === 'linux' ? readdirSync('/proc').map(Number).filter(Number.isInteger) : []
  return pids
    .filter((pid) => marksOf(pid).includes(mark))
    .map((pid) => ({ pid, name: textOf(`/proc/${pid}/comm`).trim() }))
}

function marksOf(pid: number): string[] {
  const entry = textOf(`/proc/${pid}/environ`)
    .split('\0')
    .find((variable) => variable.startsWith(`${MARK}=`))
  return entry?.slice(MARK.length + 1).split(':') ?? []
}

/** Empty for a process that has ended, or is another user's. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

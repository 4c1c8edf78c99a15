import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { processesBelow } from '../../support/processes-below.js'
import { cpuSeconds } from '../fleet/cpu-seconds.js'

const LOOK_MS = 500

/** What a client took from its start to its end. */
export interface ClientCost {
  readonly seconds: number
  readonly cpuSeconds: number
  /** At most, of all its processes; memory that several share is counted once. */
  readonly megabytes: number
}

/** Memory of processes and those they started, what is shared counted once. */
function heldMegabytes(pids: readonly number[]): number {
  const all = pids.flatMap((pid) => [pid, ...processesBelow(pid).map((each) => each.pid)])
  return all.reduce((sum, pid) => sum + proportional(pid), 0)
}

/** The most that is held while something is under way. */
export async function mostMegabytes(pids: readonly number[], work: Promise<unknown>): Promise<number> {
  let most = heldMegabytes(pids)
  const looking = setInterval(() => {
    most = Math.max(most, heldMegabytes(pids))
  }, LOOK_MS)
  try {
    await work
  } finally {
    clearInterval(looking)
  }
  return most
}

/**
 * Runs a program to its end and tells what it took. Throws an Error with its last words where it fails. A shell around it
 * stays until it has been asked for the processor time of what it waited for.
 */
export async function runMeasured(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ClientCost> {
  const began = performance.now()
  const shell = spawn('sh', ['-c', '"$@" >&2; echo "ended $?"; read -r _', 'sh', ...command], options)
  let said = ''
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4000)
  })
  const ended = once(shell.stdout.setEncoding('utf8'), 'data') as Promise<string[]>
  const megabytes = await mostMegabytes([shell.pid ?? 0], ended)
  const seconds = (performance.now() - began) / 1000
  const taken = cpuSeconds(shell.pid ?? 0)
  shell.stdin.end('\n')
  const [text = ''] = await ended
  if (text.trim() !== 'ended 0') throw new Error(`${command.join(' ')}: ${text.trim()}: ${said}`)
  return { seconds, cpuSeconds: taken, megabytes }
}

function proportional(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

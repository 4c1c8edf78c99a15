import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { processesBelow } from '../../support/processes-below.js'
import { cpuSeconds } from '../fleet/cpu-seconds.js'

const LOOK_MS = 500

/** What a client cost from its start to its end. */
export interface ClientCost {
  readonly seconds: number
  readonly cpuSeconds: number
  /** The peak over all its processes; memory shared by several is counted once. */
  readonly megabytes: number
}

/** The memory of processes and those they started; shared memory is counted once. */
function heldMegabytes(pids: readonly number[]): number {
  const all = pids.flatMap((pid) => [pid, ...processesBelow(pid).map((each) => each.pid)])
  return all.reduce((sum, pid) => sum + proportional(pid), 0)
}

/** The peak of the memory held while some work runs. */
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
 * Runs a program to its end and returns what it cost. Throws an Error with the end of its output if it fails. A shell
 * around it stays alive until its children's processor time has been read.
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

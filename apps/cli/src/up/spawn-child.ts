import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { UsageError } from '../usage-error.js'
import { childEnvironment } from '../env.js'
import { ended, stopProcess } from './stop-process.js'

/** What a child says once it serves. */
const Ready = z.object({ listening: z.string().optional() })

export interface Child {
  readonly name: string
  readonly process: ChildProcess
  /** Where it listens, for those that do. */
  readonly listening: string | null
  /** Asks it to end, and ends it after a while. */
  stop(): Promise<void>
}

export interface ChildOptions {
  readonly name: string
  readonly entry: string
  readonly env: Readonly<Record<string, string>>
  readonly readyWithinMs: number
}

/**
 * Starts one of the fleet's processes and waits until it says it serves. The channel between us also ends it: when
 * this process dies, however it dies, the channel closes and the child goes.
 */
export async function spawnChild(options: ChildOptions): Promise<Child> {
  const child = fork(options.entry, { env: childEnvironment(options.env), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  let serving = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (serving) process.stderr.write(text.replaceAll(/^(?=.)/gm, `[${options.name}] `))
    else said = (said + text).slice(-4000)
  })
  const ready = await Promise.race([
    firstMessage(child),
    ended(child).then(() => `ended: ${said.trim() || 'without a word'}`),
    sleep(options.readyWithinMs, undefined, { ref: false }).then(
      () => `is not ready after ${options.readyWithinMs / 1000} s${said === '' ? '' : `: ${said.trim()}`}`,
    ),
  ])
  if (typeof ready === 'string') {
    await stopProcess(child)
    throw new UsageError(`The ${options.name} ${ready}`)
  }
  serving = true
  return { name: options.name, process: child, listening: ready.listening ?? null, stop: () => stopProcess(child) }
}

function firstMessage(child: ChildProcess): Promise<z.infer<typeof Ready>> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(Ready.parse(message)))
  })
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { childEnvironment } from '../env.js'
import { awaitReady, type Patience } from './readiness/await-ready.js'
import type { Started } from './started.js'
import { ended } from './stop-process.js'
import { printable } from '../manners/printable.js'

/** A child's message once it serves. */
const Ready = z.object({ listening: z.string().optional() })

/** A process's last output may arrive after its exit. */
const LAST_WORDS_MS = 500

export interface Child {
  readonly name: string
  readonly process: ChildProcess
  /** Its URL, for those that listen. */
  readonly listening: string | null
}

export interface ChildOptions {
  readonly name: string
  readonly entry: string
  readonly env: Readonly<Record<string, string>>
  /** Resolves with the URL once a child serves, for one that does not report it itself. */
  readonly ready?: (child: ChildProcess) => Promise<string | null>
}

/** The context a child is started in. */
export interface Launch extends Patience {
  readonly started: Started
}

/**
 * Starts one of the fleet's processes and waits until it serves. The IPC channel also ends it: when this process dies,
 * however it dies, the channel closes and the child exits; the guard ends one that does not.
 */
export async function spawnChild(options: ChildOptions, launch: Launch): Promise<Child> {
  const child = fork(options.entry, { env: childEnvironment(options.env), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  launch.started.child(child)
  const said = { count: 0, last: '' }
  let serving = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (serving) process.stderr.write(printable(text).replaceAll(/^(?=.)/gm, `[${options.name}] `))
    else Object.assign(said, { count: said.count + 1, last: `${said.last}${text}`.slice(-4000) })
  })
  const listening = await awaitReady(
    {
      name: options.name,
      pid: child.pid ?? 0,
      ready: (options.ready ?? firstMessage)(child),
      ended: ended(child).then(() => Promise.race([once(child, 'close'), sleep(LAST_WORDS_MS)])),
      said: () => ({ ...said, last: said.last.trim() }),
    },
    launch,
  )
  serving = true
  return { name: options.name, process: child, listening }
}

function firstMessage(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(Ready.parse(message).listening ?? null))
  })
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type App = 'api' | 'coordinator' | 'gateway' | 'worker' | 'vllm-sim'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface RunningApp {
  readonly process: ChildProcess
  readonly listening: string
  /** What it wrote, to stdout and to stderr. */
  readonly said: () => string
  /** What it wrote to stderr alone: its log. */
  readonly logged: () => string
  kill(signal: NodeJS.Signals): Promise<void>
}

export interface SpawnOptions {
  /** Another checkout's processes, ending in a slash. */
  readonly root?: string
  /** Node's own flags. */
  readonly execArgv?: readonly string[]
  /** A command that runs Node, such as one that enters another host's network first. */
  readonly through?: readonly string[]
  /** Hears of the process as soon as there is one. */
  readonly onSpawn?: (child: ChildProcess) => void
}

/** Starts one of the fleet's processes for real and waits until it serves. */
export async function spawnApp(
  app: App,
  variables: Readonly<Record<string, string>>,
  { root = ROOT, execArgv = [], through = [], onSpawn }: SpawnOptions = {},
): Promise<RunningApp> {
  const [execPath, ...before] = [...through, process.execPath]
  const child = fork(entryOf(`${root}apps/${app}`), {
    env: { ...process.env, ...variables },
    execPath,
    execArgv: [...before, ...execArgv],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onSpawn?.(child)
  let said = ''
  let logged = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    logged += text
  })
  const ready = await Promise.race([once(child, 'message'), once(child, 'exit')])
  const message: unknown = ready[0]
  if (typeof message !== 'object' || message === null) throw new Error(`${app} ended at its start: ${said}`)
  const listening = 'listening' in message ? String(message.listening) : ''
  return {
    process: child,
    listening,
    said: () => said,
    logged: () => logged,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') return
      await once(child, 'exit')
    },
  }
}

/** An earlier checkout and a copy with a fault in it are compiled, and no more. */
function entryOf(app: string): string {
  const bundled = `${app}/bundle/main.js`
  return existsSync(bundled) ? bundled : `${app}/dist/main.js`
}

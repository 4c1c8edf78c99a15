import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/private-redis.js'

const SERVER = fileURLToPath(
  new URL('../../../apps/dashboard/.next/standalone/apps/dashboard/server.js', import.meta.url),
)
const HOST = '127.0.0.1'
const READY_MS = 20_000

export interface PageServer {
  readonly process: ChildProcess
  readonly address: string
}

/** Starts a dashboard that uses the API at an address. */
export async function startDashboardServer(
  api: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  if (!existsSync(SERVER)) throw new Error('the dashboard is not built: run node .config/prepare.mjs')
  return startPageServer(SERVER, '/evaluations', { variables: { API_URL: api, ...variables } })
}

interface Running {
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Starts a program that serves pages on PORT, and waits until it answers one of them. */
export async function startPageServer(
  program: string,
  page: string,
  { args = [], cwd, variables = {} }: Running = {},
): Promise<PageServer> {
  const port = await freePort()
  const address = `http://${HOST}:${port}`
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), HOSTNAME: HOST, ...variables }
  const server = fork(program, args, { env, cwd, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const until = performance.now() + READY_MS
  while (performance.now() < until && server.exitCode === null) {
    const response = await fetch(`${address}${page}`).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return { process: server, address }
    await sleep(100)
  }
  await end(server)
  throw new Error('the dashboard does not answer')
}

/** Ends a process that was started here. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

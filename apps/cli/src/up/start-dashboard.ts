import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DASHBOARD_ENTRY } from '../paths.js'
import { UsageError } from '../usage-error.js'
import { childEnvironment } from '../env.js'
import { freePort } from './free-port.js'
import type { Child } from './spawn-child.js'
import { stopProcess } from './stop-process.js'

const HOST = '127.0.0.1'
const READY_MS = 30_000

/** Starts the dashboard on the wanted port, or the next free one, and waits until it answers. */
export async function startDashboard(wantedPort: number, api: string): Promise<Child> {
  if (!existsSync(DASHBOARD_ENTRY))
    throw new UsageError('The dashboard is not built: run `node .config/prepare.mjs` first')
  const port = await freePort(wantedPort, HOST)
  if (port !== wantedPort) console.error(`Port ${wantedPort} is taken: the dashboard is on ${port}.`)
  const child = spawn(process.execPath, [DASHBOARD_ENTRY], {
    env: childEnvironment({ PORT: String(port), HOSTNAME: HOST, API_URL: api, NODE_ENV: 'production' }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await answers(child, `http://${HOST}:${port}/evaluations`)
  return { name: 'dashboard', process: child, listening: `http://localhost:${port}`, stop: () => stopProcess(child) }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + READY_MS
  while (performance.now() < until && child.exitCode === null) {
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return
    await sleep(100)
  }
  await stopProcess(child)
  throw new UsageError(`The dashboard does not answer at ${url}`)
}

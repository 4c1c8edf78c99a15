import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DASHBOARD_ENTRY } from '../paths.js'
import { UsageError } from '../usage-error.js'
import { freePort } from './free-port.js'
import { type Child, type Launch, spawnChild } from './spawn-child.js'

const HOST = '127.0.0.1'

/** Starts the dashboard on the wanted port, or the next free one, and waits until it answers. */
export async function startDashboard(wantedPort: number, api: string, launch: Launch): Promise<Child> {
  if (!existsSync(DASHBOARD_ENTRY))
    throw new UsageError('The dashboard is not built: run `node .config/prepare.mjs` first')
  const port = await freePort(wantedPort, HOST)
  if (port !== wantedPort) console.error(`Port ${wantedPort} is taken: the dashboard is on ${port}.`)
  const ready = async (child: ChildProcess) => {
    await answers(child, `http://${HOST}:${port}/evaluations`)
    return `http://localhost:${port}`
  }
  const env = { PORT: String(port), HOSTNAME: HOST, API_URL: api, NODE_ENV: 'production' }
  return spawnChild({ name: 'dashboard', entry: DASHBOARD_ENTRY, env, ready }, launch)
}

/** The caller that awaits this also watches the process for progress. */
async function answers(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return
    await sleep(100)
  }
  await new Promise(() => undefined)
}
